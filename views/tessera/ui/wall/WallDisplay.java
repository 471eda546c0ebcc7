package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import javafx.scene.Cursor;
import javafx.scene.Parent;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.transform.Scale;
import javafx.scene.transform.Translate;
import tessera.ui.AppServices;
import tessera.ui.kit.JavaFxPeriodicAction;

/**
 * Content of a wall: one page after the other, of one cluster after the other, as large as the display. Nothing of it
 * can be pointed at, and nothing takes the focus. FX thread.
 *
 * <p>Sizes are those of a display of {@value #WIDTH} by {@value #HEIGHT} pixels; on any other all of it is scaled. It
 * moves by a few pixels as time goes by, so that no picture burns in.
 */
public final class WallDisplay implements AutoCloseable {

    public static final double WIDTH = 1920;
    public static final double HEIGHT = 1080;
    /** Where the picture lies as minutes go by: a few pixels around its place. */
    private static final int[][] ORBIT = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {-4, 4}, {-4, 0}, {-4, -4}, {0, -4}, {4, -4}};

    /** So far the picture reaches beyond the display, so that no edge is seen when it moves. */
    private static final double BLEED = 4;

    private final WallDisplayOptions options;
    private final List<WallClusterView> sheets = new ArrayList<>();
    private final Region veil = new Region();
    private final Scale scale = new Scale(1, 1);
    private final Translate shift = new Translate();
    private final WallDisplayRootPane rootPane = new WallDisplayRootPane();
    private final JavaFxPeriodicAction ticking;
    private int position;
    private Instant turned;

    /** Root of the wall, laid out for the current display size. */
    private final class WallDisplayRootPane extends Pane {

        @Override
        protected void layoutChildren() {
            double unit = Math.max(0.1, Math.min(getWidth() / WIDTH, getHeight() / HEIGHT));
            scale.setX(unit);
            scale.setY(unit);
            var window = getScene() == null ? null : getScene().getWindow();
            double pixels = unit * (window == null ? 1 : window.getOutputScaleX());
            for (var clusterView : sheets) {
                clusterView.resizeRelocate(-BLEED * unit, -BLEED * unit, getWidth() / unit + 2 * BLEED,
                        getHeight() / unit + 2 * BLEED);
                clusterView.setPixelDensity(pixels);
            }
            veil.resizeRelocate(0, 0, getWidth(), getHeight());
        }
    }

    /**
     * A wall that begins with its first page.
     *
     * @param desks     one for each cluster, in the order in which they are shown; at least one
     * @param projector where states are computed; one thread
     */
    public WallDisplay(List<? extends AppServices> desks, WallDisplayOptions options, Executor projector) {
        this.options = options;
        this.turned = options.clock().instant();
        for (var services : desks) {
            var clusterView = new WallClusterView(services, services, services, options, projector);
            clusterView.getTransforms().setAll(shift, scale);
            sheets.add(clusterView);
        }
        rootPane.setId("wall");
        rootPane.getStyleClass().add("wall");
        rootPane.setCursor(Cursor.NONE);
        veil.getStyleClass().add("wall-veil");
        veil.setVisible(false);
        rootPane.getChildren().setAll(sheets);
        rootPane.getChildren().add(veil);
        rootPane.getChildren().forEach(child -> child.setMouseTransparent(true));
        turnTo(0);
        ticking = new JavaFxPeriodicAction(Duration.ofSeconds(1), this::tick);
        tick();
    }

    public Parent node() {
        return rootPane;
    }

    /** Returns the number of pages of all clusters together. */
    public int pageCount() {
        return sheets.size() * options.pages().size();
    }

    /** Shows a page and begins its time. */
    public void turnTo(int number) {
        position = number;
        turned = options.clock().instant();
        shiftContent(turned);
        int each = options.pages().size();
        for (int index = 0; index < sheets.size(); index++) {
            boolean here = index == number / each;
            sheets.get(index).setVisible(here);
            // The others are kept ready with the page they will begin with.
            sheets.get(index).turnTo(options.pages().get(here ? number % each : 0));
        }
        showPageNumber();
    }

    /** Shows the current page's number among those that have a turn: others come and go with the state of their clusters. */
    private void showPageNumber() {
        int each = options.pages().size();
        int here = position / each;
        int before = IntStream.range(0, here).map(this::turnCount).sum();
        sheets.get(here).showPageNumber(before + Math.min(position % each, turnCount(here) - 1),
                IntStream.range(0, sheets.size()).map(this::turnCount).sum());
    }

    /** Returns one turn for a cluster that cannot be read, as all its pages would be the same. */
    private int turnCount(int sheet) {
        return sheets.size() > 1 && sheets.get(sheet).isSilent() ? 1 : options.pages().size();
    }

    /** Returns whether the current page shows all that can be known, or the reason why it is unavailable. */
    public boolean isSettled() {
        return sheets.get(position / options.pages().size()).isSettled();
    }

    private void tick() {
        var now = options.clock().instant();
        sheets.forEach(clusterView -> clusterView.tick(now));
        var shown = Duration.between(turned, now);
        if (pageCount() > 1 && (shown.compareTo(options.rotate()) >= 0 || shown.isNegative())) {
            turnTo(nextPage());
        }
        showPageNumber();
        shiftContent(now);
        veil.setVisible(options.dimming().covers(now.atZone(options.clock().getZone()).toLocalTime()));
    }

    private int nextPage() {
        int each = options.pages().size();
        int sheet = position / each;
        int following = turnCount(sheet) < each ? (sheet + 1) * each : position + 1;
        return following % pageCount();
    }

    private void shiftContent(Instant now) {
        var lies = ORBIT[(int) Math.floorMod(now.getEpochSecond() / 60, (long) ORBIT.length)];
        shift.setX(lies[0] * scale.getX());
        shift.setY(lies[1] * scale.getY());
    }

    @Override
    public void close() {
        ticking.close();
        sheets.forEach(WallClusterView::close);
    }
}
