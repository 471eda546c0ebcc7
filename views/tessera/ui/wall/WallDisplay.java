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
import tessera.ui.kit.FxPace;

/**
 * The content of a wall: one page after the other, of one cluster after the other, as large as the display. Nothing of it
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

    private final WallTerms terms;
    private final List<WallSheet> sheets = new ArrayList<>();
    private final Region veil = new Region();
    private final Scale scale = new Scale(1, 1);
    private final Translate shift = new Translate();
    private final DisplayRoot ground = new DisplayRoot();
    private final FxPace ticking;
    private int place;
    private Instant turned;

    /** Everything that is seen, laid out for the display there is now. */
    private final class DisplayRoot extends Pane {

        @Override
        protected void layoutChildren() {
            double unit = Math.max(0.1, Math.min(getWidth() / WIDTH, getHeight() / HEIGHT));
            scale.setX(unit);
            scale.setY(unit);
            var window = getScene() == null ? null : getScene().getWindow();
            double pixels = unit * (window == null ? 1 : window.getOutputScaleX());
            for (var sheet : sheets) {
                sheet.resizeRelocate(-BLEED * unit, -BLEED * unit, getWidth() / unit + 2 * BLEED,
                        getHeight() / unit + 2 * BLEED);
                sheet.sharpen(pixels);
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
    public WallDisplay(List<? extends AppServices> desks, WallTerms terms, Executor projector) {
        this.terms = terms;
        this.turned = terms.clock().instant();
        for (var desk : desks) {
            var sheet = new WallSheet(desk, terms, projector);
            sheet.getTransforms().setAll(shift, scale);
            sheets.add(sheet);
        }
        ground.setId("wall");
        ground.getStyleClass().add("wall");
        ground.setCursor(Cursor.NONE);
        veil.getStyleClass().add("wall-veil");
        veil.setVisible(false);
        ground.getChildren().setAll(sheets);
        ground.getChildren().add(veil);
        ground.getChildren().forEach(child -> child.setMouseTransparent(true));
        turnTo(0);
        ticking = new FxPace(Duration.ofSeconds(1), this::tick);
        tick();
    }

    public Parent node() {
        return ground;
    }

    /** How many pages there are, of all clusters together. */
    public int pages() {
        return sheets.size() * terms.pages().size();
    }

    /** Shows a page and begins its time. */
    public void turnTo(int number) {
        place = number;
        turned = terms.clock().instant();
        shift(turned);
        int each = terms.pages().size();
        for (int index = 0; index < sheets.size(); index++) {
            boolean here = index == number / each;
            sheets.get(index).setVisible(here);
            // The others are kept ready with the page they will begin with.
            sheets.get(index).turnTo(terms.pages().get(here ? number % each : 0));
        }
        number();
    }

    /** Which page is in sight, of those that have a turn: others come and go with what is known of their clusters. */
    private void number() {
        int each = terms.pages().size();
        int here = place / each;
        int before = IntStream.range(0, here).map(this::turns).sum();
        sheets.get(here).number(before + Math.min(place % each, turns(here) - 1),
                IntStream.range(0, sheets.size()).map(this::turns).sum());
    }

    /** Of a cluster that cannot be read all pages would say the same; one says it for all. */
    private int turns(int sheet) {
        return sheets.size() > 1 && sheets.get(sheet).silent() ? 1 : terms.pages().size();
    }

    /** Whether the page in sight shows all that can be known, or why it is not to be had. */
    public boolean settled() {
        return sheets.get(place / terms.pages().size()).settled();
    }

    private void tick() {
        var now = terms.clock().instant();
        sheets.forEach(sheet -> sheet.tick(now));
        var shown = Duration.between(turned, now);
        if (pages() > 1 && (shown.compareTo(terms.rotate()) >= 0 || shown.isNegative())) {
            turnTo(next());
        }
        number();
        shift(now);
        veil.setVisible(terms.dimming().covers(now.atZone(terms.clock().getZone()).toLocalTime()));
    }

    private int next() {
        int each = terms.pages().size();
        int sheet = place / each;
        int following = turns(sheet) < each ? (sheet + 1) * each : place + 1;
        return following % pages();
    }

    private void shift(Instant now) {
        var lies = ORBIT[(int) Math.floorMod(now.getEpochSecond() / 60, (long) ORBIT.length)];
        shift.setX(lies[0] * scale.getX());
        shift.setY(lies[1] * scale.getY());
    }

    @Override
    public void close() {
        ticking.close();
        sheets.forEach(WallSheet::close);
    }
}
