package tessera.ui.kit;

import java.util.function.IntSupplier;
import javafx.scene.control.Control;
import javafx.scene.control.skin.VirtualFlow;
import tessera.ui.JavaFxThreadRelay;

/** Keeps the selected row in sight where its list becomes lower, e.g. when the dock opens. FX thread. */
public final class SelectionScroller {

    private SelectionScroller() {}

    /**
     * Installs it on a list or table.
     *
     * @param selected the place of the row; below zero where there is none
     */
    public static void install(Control list, IntSupplier selected) {
        list.heightProperty().addListener((height, before, now) -> {
            // Its rows are still those of the height before.
            if (now.doubleValue() < before.doubleValue() && list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
                    && isRowInSight(flow, selected.getAsInt())) {
                JavaFxThreadRelay.runOnFxThread(() -> flow.scrollTo(Math.max(0, selected.getAsInt())));
            }
        });
    }

    private static boolean isRowInSight(VirtualFlow<?> flow, int row) {
        var first = flow.getFirstVisibleCell();
        var last = flow.getLastVisibleCell();
        return row >= 0 && first != null && last != null && first.getIndex() <= row && row <= last.getIndex();
    }
}
