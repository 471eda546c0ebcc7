package tessera.ui.kit;

import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import tessera.model.reading.Reading;

/** A short bar that is filled as far as a share goes; without a share there is no bar, only its place. */
public final class LevelBar extends Pane {

    private static final double WIDTH = 48;
    private static final double HEIGHT = 6;
    private static final String LOAD = "load";
    /** The scale of load has so many steps above its first; the first ones do not stand off a dark ground. */
    private static final int STEPS = 10;
    private static final int FIRST_STEP = 2;

    private LevelBar() {
        setMinSize(WIDTH, HEIGHT);
        setPrefSize(WIDTH, HEIGHT);
        setMaxSize(WIDTH, HEIGHT);
    }

    /**
     * A bar, or its place.
     *
     * @param style which colours it takes, by its class in the style sheets
     */
    public static LevelBar of(Reading share, String style) {
        var bar = new LevelBar();
        if (share instanceof Reading.Measured(double ratio)) {
            bar.getStyleClass().addAll("level-bar", style);
            if (style.equals(LOAD)) {
                bar.getStyleClass().add(LOAD + "-" + Math.clamp(Math.round(STEPS * ratio), FIRST_STEP, STEPS));
            }
            var level = new Region();
            level.getStyleClass().add("level");
            level.resizeRelocate(0, 0, Math.rint(WIDTH * Math.clamp(ratio, 0, 1)), HEIGHT);
            level.setManaged(false);
            bar.getChildren().add(level);
        }
        return bar;
    }
}
