package tessera.ui.mosaic;

import java.util.List;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.scene.canvas.Canvas;
import javafx.scene.layout.Region;

/** Bar with the colours of a measured lens from its low end to its high one. */
public final class ColorScaleBar extends Region implements HeatmapCssColors.CssStyleableHeatmapControl {

    private static final double STEP = 16;
    private static final double HEIGHT = 12;

    private final HeatmapCssColors inks = new HeatmapCssColors(this, this::paint);
    private final Canvas canvas = new Canvas();
    private final HeatmapColorMode lens;
    private final List<Double> marks;

    /** @param marks where alerts begin, 0 to 1 from end to end */
    public ColorScaleBar(HeatmapColorMode lens, List<Double> marks) {
        this.lens = lens;
        this.marks = List.copyOf(marks);
        double width = HeatmapColors.lensColors(lens).size() * STEP;
        getStyleClass().add("mosaic");
        getChildren().setAll(canvas);
        canvas.setWidth(width);
        canvas.setHeight(HEIGHT);
        setMinSize(width, HEIGHT);
        setMaxSize(width, HEIGHT);
        paint();
    }

    private void paint() {
        var gc = canvas.getGraphicsContext2D();
        gc.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        var tints = HeatmapColors.lensColors(lens);
        for (int i = 0; i < tints.size(); i++) {
            gc.setFill(inks.colorOf(tints.get(i)));
            gc.fillRect(i * STEP, 0, STEP, HEIGHT);
        }
        gc.setStroke(inks.colorOf(HeatmapColors.CARD));
        gc.setLineWidth(2);
        for (double mark : marks) {
            double x = Math.clamp(mark, 0, 1) * canvas.getWidth();
            gc.strokeLine(x, 0, x, HEIGHT);
        }
        gc.setLineWidth(1);
        gc.setStroke(inks.colorOf(HeatmapColors.CARD_BORDER));
        gc.strokeRect(0.5, 0.5, canvas.getWidth() - 1, HEIGHT - 1);
    }

    @Override
    public HeatmapCssColors inks() {
        return inks;
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return HeatmapCssColors.cssMetaData();
    }
}
