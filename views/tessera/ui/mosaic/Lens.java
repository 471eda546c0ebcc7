package tessera.ui.mosaic;

/** What the colours of the mosaic tell. Changing it moves nothing. */
public enum Lens {
    ALLOCATION("Allocation"),
    HEALTH("Health"),
    OWNER("Owner");

    private final String title;

    Lens(String title) {
        this.title = title;
    }

    /** Its name; the first letter is also its key. */
    public String title() {
        return title;
    }
}
