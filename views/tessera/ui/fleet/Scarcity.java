package tessera.ui.fleet;

import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import tessera.ui.kit.Presence;
import tessera.ui.kit.Segments;
import tessera.ui.kit.Yardstick;

/** What gives way on the fleet's screen where the window is small or text is large, so that the mosaic does not. FX thread. */
final class Scarcity {

    private static final double ROOM_FOR_LEGEND = 420;
    private static final double ROOM_FOR_FIGURES = 320;
    private static final double ROOM_FOR_WORDS = 620;

    private final BorderPane content;
    private final BorderPane middle;
    private final HBox row;
    private final Segments<?> lenses;
    private double letters = 1;

    private Scarcity(BorderPane content, BorderPane middle, Segments<?> lenses) {
        this.content = content;
        this.middle = middle;
        this.row = (HBox) middle.getTop();
        this.lenses = lenses;
    }

    /**
     * Watches how much room there is.
     *
     * @param content with the figures at its top
     * @param middle  with the lenses at its top, what a key does as well last in their row, and the legend at its bottom
     */
    static void on(BorderPane content, BorderPane middle, Segments<?> lenses) {
        var scarcity = new Scarcity(content, middle, lenses);
        content.getChildren().add(new Yardstick(now -> {
            scarcity.letters = now;
            scarcity.settle();
        }));
        content.heightProperty().subscribe(scarcity::settle);
        scarcity.row.widthProperty().subscribe(scarcity::settle);
    }

    private void settle() {
        if (content.getHeight() > 0) {
            Presence.of(middle.getBottom(), content.getHeight() >= ROOM_FOR_LEGEND * letters);
            Presence.of(content.getTop(), content.getHeight() >= ROOM_FOR_FIGURES * letters);
        }
        boolean little = row.getWidth() > 0 && row.getWidth() < ROOM_FOR_WORDS * letters;
        lenses.abridge(little);
        // Its key does the same.
        Presence.of(row.getChildren().getLast(), !little);
    }
}
