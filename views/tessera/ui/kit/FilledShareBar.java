package tessera.ui.kit;

import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.DoubleExpression;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import tessera.model.reading.MetricReading;

/** A bar that is filled by a share; without a share only its room remains. */
public final class FilledShareBar extends Pane {

    private static final double WIDTH = 48;
    /** On a longer one the eye reads no more. */
    private static final double LONGEST = 160;
    private static final double HEIGHT = 6;
    private static final String LOAD = "load";
    /** The scale of load has so many steps above its first; the first ones do not stand off a dark ground. */
    private static final int STEPS = 10;
    private static final int FIRST_STEP = 2;

    private final Region level = new Region();
    private double ratio;

    private FilledShareBar() {
        setMinSize(WIDTH, HEIGHT);
        setPrefSize(WIDTH, HEIGHT);
        setMaxSize(WIDTH, HEIGHT);
    }

    /**
     * Returns a bar, or its empty room.
     *
     * @param style which colours it takes, by its class in the style sheets
     */
    public static FilledShareBar of(MetricReading share, String style) {
        var bar = new FilledShareBar();
        if (share instanceof MetricReading.MeasuredMetricReading(double ratio)) {
            bar.getStyleClass().addAll("level-bar", style);
            if (style.equals(LOAD)) {
                bar.getStyleClass().add(LOAD + "-" + Math.clamp(Math.round(STEPS * ratio), FIRST_STEP, STEPS));
            }
            bar.ratio = Math.clamp(ratio, 0, 1);
            bar.level.getStyleClass().add("level");
            bar.level.setManaged(false);
            bar.getChildren().add(bar.level);
        }
        return bar;
    }

    /** Lengthens the bar with the available room, up to a limit, and returns it. */
    public FilledShareBar growWithin(DoubleExpression room) {
        var width = Bindings.createDoubleBinding(() -> Math.clamp(Math.floor(room.get()), WIDTH, LONGEST), room);
        List.of(minWidthProperty(), prefWidthProperty(), maxWidthProperty()).forEach(property -> property.bind(width));
        return this;
    }

    @Override
    protected void layoutChildren() {
        level.resizeRelocate(0, 0, Math.rint(getWidth() * ratio), HEIGHT);
    }
}
