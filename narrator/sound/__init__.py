"""What carries sound: microphones and speakers, and the care of what was recorded. It knows no words."""
