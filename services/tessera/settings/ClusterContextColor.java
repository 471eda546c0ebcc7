package tessera.settings;

/** The color that marks a context in the window. They can be told apart by those who see few colours. */
public enum ClusterContextColor {
    BLUE,
    ORANGE,
    GREEN,
    YELLOW,
    VERMILION,
    PURPLE
}
