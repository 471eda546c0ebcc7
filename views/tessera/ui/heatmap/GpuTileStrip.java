package tessera.ui.heatmap;

import java.util.List;
import javafx.scene.canvas.Canvas;
import tessera.gpu.GpuHeatmapTile;
import tessera.model.PodListCompleteness;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.heatmap.GpuTilePainter.PixelRectangle;
import tessera.ui.kit.PaintedRegion;

/** Tiles of a node in a row, small enough for a table cell. */
public final class GpuTileStrip extends PaintedRegion<HeatmapColors> {

    private static final double WIDTH = 12;
    /** Unless the rows of the table are lower: style sheets say so. */
    private static final double HEIGHT = 22;
    private static final double GAP = 2;
    private static final int MOST = 16;

    private final Canvas canvas = new Canvas();
    private List<GpuHeatmapTile> tiles = List.of();
    private boolean partitioned;
    private PodListCompleteness visibility = PodListCompleteness.ALL;

    public GpuTileStrip() {
        super(HeatmapColors.PALETTE);
        getStyleClass().addAll("heatmap", "tile-strip");
        getChildren().setAll(canvas);
        setPrefHeight(HEIGHT);
        prefHeightProperty().subscribe(this::measureWidth);
    }

    private void measureWidth() {
        double width = Math.max(1, tiles.size() * (WIDTH + GAP) - GAP);
        canvas.setWidth(width);
        canvas.setHeight(getPrefHeight());
        setMinSize(width, getPrefHeight());
        setMaxSize(width, getPrefHeight());
        repaint();
    }

    /**
     * Shows a node's tiles.
     *
     * @param completeness what of the pods is seen
     */
    public void show(NodeCardState card, PodListCompleteness completeness) {
        tiles = card.tiles().size() > MOST ? card.tiles().subList(0, MOST) : card.tiles();
        partitioned = card.node().isPartitioned();
        visibility = completeness;
        setOpacity(card.node().isClosed() ? 0.6 : 1);
        measureWidth();
    }

    @Override
    protected void repaint() {
        var gc = canvas.getGraphicsContext2D();
        gc.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        var state = FleetHeatmapState.withoutGroups(HeatmapColorMode.ALLOCATION, visibility);
        var painter = new GpuTilePainter(gc, palette(), new HeatmapColorChooser(state));
        for (int i = 0; i < tiles.size(); i++) {
            painter.paintTile(tiles.get(i), partitioned,
                    new PixelRectangle(i * (WIDTH + GAP), 0, WIDTH, canvas.getHeight()));
        }
    }
}
