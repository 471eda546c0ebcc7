package tessera.ui.mosaic;

import java.util.List;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;
import tessera.insight.GpuNode;
import tessera.ui.mosaic.MosaicZoom.CardForm;
import tessera.ui.mosaic.StripPainter.Strip;
import tessera.ui.mosaic.TilePainter.Box;

/** Sample of the mosaic for a legend, drawn by the mosaic's own painters. */
public final class MosaicSwatch extends Region implements MosaicInks.MosaicControl {

    private static final double HEIGHT = 18;
    private static final double TILE = 16;
    private static final double STRIP = 28;
    /** Room for the frame around a node. */
    private static final double FRAME = 3;

    private final MosaicInks inks = new MosaicInks(this, this::paint);
    private final Canvas canvas = new Canvas();
    private final MosaicSample sample;
    private final MosaicState state;
    private final double magnification;
    private MosaicZoom zoom;

    /**
     * A sample of what is drawn.
     *
     * @param state decides the colours
     * @param zoom  how large the mosaic is drawn
     */
    public MosaicSwatch(MosaicSample sample, MosaicState state, MosaicZoom zoom) {
        this(sample, state, zoom, 1);
    }

    /** @param magnification how many times as large as beside a mosaic of the window */
    public MosaicSwatch(MosaicSample sample, MosaicState state, MosaicZoom zoom, double magnification) {
        this.sample = sample;
        this.state = state;
        this.zoom = zoom;
        this.magnification = magnification;
        getStyleClass().add("mosaic");
        getChildren().setAll(canvas);
        show(zoom);
    }

    /** Follows the mosaic when it is drawn larger or smaller. */
    public void show(MosaicZoom newest) {
        zoom = newest;
        double width = zoom.form() == CardForm.STRIP ? STRIP : TILE;
        canvas.setWidth(width * magnification);
        canvas.setHeight(HEIGHT * magnification);
        setMinSize(width * magnification, HEIGHT * magnification);
        setMaxSize(width * magnification, HEIGHT * magnification);
        paint();
    }

    private void paint() {
        var gc = canvas.getGraphicsContext2D();
        gc.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        gc.save();
        gc.scale(magnification, magnification);
        if (zoom.form() == CardForm.STRIP) {
            paintStrip(gc);
        } else {
            paintTile(gc);
        }
        gc.restore();
    }

    private void paintStrip(GraphicsContext gc) {
        double height = Math.min(zoom.height(), HEIGHT - 2 * FRAME);
        double tile = Math.min(zoom.tile(), Math.floor((STRIP - 2 * FRAME) / sample.strip().size()));
        var small = new MosaicZoom(CardForm.STRIP, tile, height, 0, 0);
        var strip = new Strip(sample.strip(), sample.state(), sample.state() == GpuNode.State.CORDONED, FRAME,
                Math.rint((HEIGHT - height) / 2), tile);
        var painter = new StripPainter(gc, inks, new LensBrush(state));
        painter.paintStrip(strip, small);
        painter.paintProblemFrame(strip, small);
    }

    private void paintTile(GraphicsContext gc) {
        boolean cordoned = sample.state() == GpuNode.State.CORDONED;
        double inset = cordoned ? FRAME : 1;
        if (cordoned) {
            gc.setStroke(inks.colorOf(MosaicColors.CLOSED));
            gc.setLineWidth(1);
            gc.setLineDashes(CardPainter.DASHES);
            gc.strokeRoundRect(0.5, 0.5, TILE - 1, HEIGHT - 1, 6, 6);
            gc.setLineDashes();
            gc.setGlobalAlpha(CardPainter.DIMMED);
        }
        new TilePainter(gc, inks, new LensBrush(state)).paintTile(sample.tile(),
                new Box(inset, inset, TILE - 2 * inset, HEIGHT - 2 * inset));
        gc.setGlobalAlpha(1);
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
