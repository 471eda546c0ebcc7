package tessera.ui.fleet;

import javafx.beans.property.BooleanProperty;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import tessera.ui.kit.FontProbe;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.SegmentedChoice;

/** What gives way on the fleet's screen where the window is small or text is large, so that the mosaic does not. FX thread. */
final class SpaceScarcity {

    private static final double ROOM_FOR_LEGEND = 420;
    private static final double ROOM_FOR_FIGURES = 320;
    private static final double ROOM_FOR_EVERYTHING = 820;
    private static final double ROOM_FOR_WORDS = 650;

    private final BorderPane content;
    private final BorderPane middle;
    private final HBox row;
    private final SegmentedChoice<?> lenses;
    private final BooleanProperty brief;
    private double letters = 1;

    private SpaceScarcity(BorderPane content, BorderPane middle, SegmentedChoice<?> lenses, BooleanProperty brief) {
        this.content = content;
        this.middle = middle;
        this.row = (HBox) middle.getTop();
        this.lenses = lenses;
        this.brief = brief;
    }

    /**
     * Watches how much room there is.
     *
     * @param content with the figures at its top
     * @param middle  with the lenses at its top, what a key does as well last in their row, and the legend at its bottom
     * @param brief   whether what stands beside the lenses is to be said in fewer words; written here
     */
    static void on(BorderPane content, BorderPane middle, SegmentedChoice<?> lenses, BooleanProperty brief) {
        var scarcity = new SpaceScarcity(content, middle, lenses, brief);
        content.getChildren().add(new FontProbe(now -> {
            scarcity.letters = now;
            scarcity.settle();
        }));
        content.heightProperty().subscribe(scarcity::settle);
        scarcity.row.widthProperty().subscribe(scarcity::settle);
    }

    private void settle() {
        if (content.getHeight() > 0) {
            NodePresence.of(middle.getBottom(), content.getHeight() >= ROOM_FOR_LEGEND * letters);
            NodePresence.of(content.getTop(), content.getHeight() >= ROOM_FOR_FIGURES * letters);
        }
        if (row.getWidth() > 0) {
            boolean little = row.getWidth() < ROOM_FOR_EVERYTHING * letters;
            brief.set(little);
            lenses.tighten(little);
            // Its key does the same.
            NodePresence.of(row.getChildren().getLast(), !little);
            lenses.abridge(row.getWidth() < ROOM_FOR_WORDS * letters);
        }
    }
}
