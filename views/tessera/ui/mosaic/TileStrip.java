package tessera.ui.mosaic;

import java.util.List;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.scene.canvas.Canvas;
import javafx.scene.layout.Region;
import tessera.insight.GpuTile;
import tessera.model.PodVisibility;
import tessera.ui.mosaic.MosaicState.NodeCardState;
import tessera.ui.mosaic.TilePainter.Box;

/** Tiles of a node in a row, small enough for a table cell. */
public final class TileStrip extends Region implements MosaicInks.MosaicControl {

    private static final double WIDTH = 12;
    /** Unless the rows of the table are lower: style sheets say so. */
    private static final double HEIGHT = 22;
    private static final double GAP = 2;
    private static final int MOST = 16;

    private final MosaicInks inks = new MosaicInks(this, this::paint);
    private final Canvas canvas = new Canvas();
    private List<GpuTile> tiles = List.of();
    private PodVisibility visibility = PodVisibility.ALL;

    public TileStrip() {
        getStyleClass().addAll("mosaic", "tile-strip");
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
        paint();
    }

    /**
     * Shows a node's tiles.
     *
     * @param seen what of the pods is seen
     */
    public void show(NodeCardState card, PodVisibility seen) {
        tiles = card.tiles().size() > MOST ? card.tiles().subList(0, MOST) : card.tiles();
        visibility = seen;
        setOpacity(card.node().isClosed() ? 0.6 : 1);
        measureWidth();
    }

    private void paint() {
        var gc = canvas.getGraphicsContext2D();
        gc.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        var state = MosaicState.withoutGroups(MosaicLens.ALLOCATION, visibility);
        var painter = new TilePainter(gc, inks, new LensBrush(state));
        for (int i = 0; i < tiles.size(); i++) {
            painter.paintTile(tiles.get(i), new Box(i * (WIDTH + GAP), 0, WIDTH, canvas.getHeight()));
        }
    }

    @Override
    public MosaicInks inks() {
        return inks;
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return MosaicInks.cssMetaData();
    }
}
