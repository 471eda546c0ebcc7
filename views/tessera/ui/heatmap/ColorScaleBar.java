package tessera.ui.heatmap;

import java.util.List;
import javafx.scene.canvas.Canvas;
import tessera.ui.kit.PaintedRegion;

/** Bar with the colours of a measured lens from its low end to its high one. */
public final class ColorScaleBar extends PaintedRegion<HeatmapColors> {

    private static final double STEP = 16;
    private static final double HEIGHT = 12;

    private final Canvas canvas = new Canvas();
    private final HeatmapColorMode colorMode;
    private final List<Double> thresholds;

    /** @param thresholds where alerts begin, 0 to 1 from end to end */
    public ColorScaleBar(HeatmapColorMode colorMode, List<Double> thresholds) {
        super(HeatmapColors.PALETTE);
        this.colorMode = colorMode;
        this.thresholds = List.copyOf(thresholds);
        double width = HeatmapColors.lensColors(colorMode).size() * STEP;
        getStyleClass().add("heatmap");
        getChildren().setAll(canvas);
        canvas.setWidth(width);
        canvas.setHeight(HEIGHT);
        setMinSize(width, HEIGHT);
        setMaxSize(width, HEIGHT);
        repaint();
    }

    @Override
    protected void repaint() {
        var gc = canvas.getGraphicsContext2D();
        gc.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        var tints = HeatmapColors.lensColors(colorMode);
        for (int i = 0; i < tints.size(); i++) {
            gc.setFill(palette().colorOf(tints.get(i)));
            gc.fillRect(i * STEP, 0, STEP, HEIGHT);
        }
        gc.setStroke(palette().colorOf(HeatmapColors.CARD));
        gc.setLineWidth(2);
        for (double mark : thresholds) {
            double x = Math.clamp(mark, 0, 1) * canvas.getWidth();
            gc.strokeLine(x, 0, x, HEIGHT);
        }
        gc.setLineWidth(1);
        gc.setStroke(palette().colorOf(HeatmapColors.CARD_BORDER));
        gc.strokeRect(0.5, 0.5, canvas.getWidth() - 1, HEIGHT - 1);
    }
}
