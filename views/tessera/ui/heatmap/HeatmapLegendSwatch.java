package tessera.ui.heatmap;

import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import tessera.gpu.GpuNodeState;
import tessera.ui.heatmap.GpuTilePainter.PixelRectangle;
import tessera.ui.heatmap.HeatmapZoom.HeatmapNodeShape;
import tessera.ui.heatmap.NodeStripPainter.DrawnNodeStrip;
import tessera.ui.kit.PaintedRegion;

/** Sample of the heatmap for a legend, drawn by the heatmap's own painters. */
public final class HeatmapLegendSwatch extends PaintedRegion<HeatmapColors> {

    private static final double HEIGHT = 18;
    private static final double TILE = 16;
    private static final double STRIP = 28;
    /** Room for the frame around a node. */
    private static final double FRAME = 3;

    private final Canvas canvas = new Canvas();
    private final HeatmapLegendSample sample;
    private final FleetHeatmapState state;
    private final double magnification;
    private HeatmapZoom zoom;

    /**
     * A sample of what is drawn.
     *
     * @param state decides the colours
     * @param zoom  how large the heatmap is drawn
     */
    public HeatmapLegendSwatch(HeatmapLegendSample sample, FleetHeatmapState state, HeatmapZoom zoom) {
        this(sample, state, zoom, 1);
    }

    /** @param magnification how many times as large as beside a heatmap of the window */
    public HeatmapLegendSwatch(HeatmapLegendSample sample, FleetHeatmapState state, HeatmapZoom zoom,
            double magnification) {
        super(HeatmapColors.PALETTE);
        this.sample = sample;
        this.state = state;
        this.zoom = zoom;
        this.magnification = magnification;
        getStyleClass().add("heatmap");
        getChildren().setAll(canvas);
        show(zoom);
    }

    /** Follows the heatmap when it is drawn larger or smaller. */
    public void show(HeatmapZoom latestHeatmapZoom) {
        zoom = latestHeatmapZoom;
        double width = zoom.form() == HeatmapNodeShape.STRIP ? STRIP : TILE;
        canvas.setWidth(width * magnification);
        canvas.setHeight(HEIGHT * magnification);
        setMinSize(width * magnification, HEIGHT * magnification);
        setMaxSize(width * magnification, HEIGHT * magnification);
        repaint();
    }

    @Override
    protected void repaint() {
        var gc = canvas.getGraphicsContext2D();
        gc.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        gc.save();
        gc.scale(magnification, magnification);
        if (zoom.form() == HeatmapNodeShape.STRIP) {
            paintStrip(gc);
        } else {
            paintTile(gc);
        }
        gc.restore();
    }

    private void paintStrip(GraphicsContext gc) {
        double height = Math.min(zoom.height(), HEIGHT - 2 * FRAME);
        double tile = Math.min(zoom.tile(), Math.floor((STRIP - 2 * FRAME) / sample.strip().size()));
        var small = new HeatmapZoom(HeatmapNodeShape.STRIP, tile, height, 0, 0);
        var drawnNodeStrip = new DrawnNodeStrip(sample.strip(), sample.state(), sample.state() == GpuNodeState.CORDONED,
                FRAME, Math.rint((HEIGHT - height) / 2), tile);
        var painter = new NodeStripPainter(gc, palette(), new HeatmapColorChooser(state));
        painter.paintStrip(drawnNodeStrip, small);
        painter.paintProblemFrame(drawnNodeStrip, small);
    }

    private void paintTile(GraphicsContext gc) {
        boolean cordoned = sample.state() == GpuNodeState.CORDONED;
        double inset = cordoned ? FRAME : 1;
        if (cordoned) {
            gc.setStroke(palette().colorOf(HeatmapColors.CLOSED));
            gc.setLineWidth(1);
            gc.setLineDashes(NodeCardPainter.DASHES);
            gc.strokeRoundRect(0.5, 0.5, TILE - 1, HEIGHT - 1, 6, 6);
            gc.setLineDashes();
            gc.setGlobalAlpha(NodeCardPainter.DIMMED);
        }
        new GpuTilePainter(gc, palette(), new HeatmapColorChooser(state)).paintTile(sample.tile(), sample.partitioned(),
                new PixelRectangle(inset, inset, TILE - 2 * inset, HEIGHT - 2 * inset));
        gc.setGlobalAlpha(1);
    }
}
