package tessera.ui.fleet;

import javafx.beans.property.BooleanProperty;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import tessera.ui.kit.FontSizeProbe;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.SegmentedChoiceControl;

/** Hides the less important parts of the fleet screen in a small window, so that the heatmap keeps its room. FX thread. */
final class FleetScreenSpaceSaver {

    private static final double ROOM_FOR_LEGEND = 420;
    private static final double ROOM_FOR_FIGURES = 320;
    private static final double ROOM_FOR_EVERYTHING = 820;
    private static final double ROOM_FOR_WORDS = 650;

    private final BorderPane content;
    private final BorderPane middle;
    private final HBox row;
    private final SegmentedChoiceControl<?> lenses;
    private final BooleanProperty compact;
    private double textScale = 1;

    private FleetScreenSpaceSaver(BorderPane content, BorderPane middle, SegmentedChoiceControl<?> lenses,
            BooleanProperty compact) {
        this.content = content;
        this.middle = middle;
        this.row = (HBox) middle.getTop();
        this.lenses = lenses;
        this.compact = compact;
    }

    /**
     * Watches the available room.
     *
     * @param content with the figures at its top
     * @param middle  with the lenses at its top, what a key does as well last in their row, and the legend at its bottom
     * @param brief   whether what stands beside the lenses is to be said in fewer words; written here
     */
    static void install(BorderPane content, BorderPane middle, SegmentedChoiceControl<?> lenses,
            BooleanProperty brief) {
        var scarcity = new FleetScreenSpaceSaver(content, middle, lenses, brief);
        content.getChildren().add(new FontSizeProbe(now -> {
            scarcity.textScale = now;
            scarcity.adapt();
        }));
        content.heightProperty().subscribe(scarcity::adapt);
        scarcity.row.widthProperty().subscribe(scarcity::adapt);
    }

    private void adapt() {
        if (content.getHeight() > 0) {
            JavaFxNodeVisibility.setShown(middle.getBottom(), content.getHeight() >= ROOM_FOR_LEGEND * textScale);
            JavaFxNodeVisibility.setShown(content.getTop(), content.getHeight() >= ROOM_FOR_FIGURES * textScale);
        }
        if (row.getWidth() > 0) {
            boolean little = row.getWidth() < ROOM_FOR_EVERYTHING * textScale;
            compact.set(little);
            lenses.setTight(little);
            // Its key does the same.
            JavaFxNodeVisibility.setShown(row.getChildren().getLast(), !little);
            lenses.setAbbreviated(row.getWidth() < ROOM_FOR_WORDS * textScale);
        }
    }
}
