package tessera.ui.kit;

import java.util.function.IntSupplier;
import javafx.scene.control.Control;
import javafx.scene.control.skin.VirtualFlow;
import tessera.ui.FxRelay;

/** Keeps the selected row in sight where its list becomes lower, as it does when something opens at the foot of the window. FX thread. */
public final class SelectedInSight {

    private SelectedInSight() {}

    /**
     * Keeps that of a list or table.
     *
     * @param selected the place of the row; below zero where there is none
     */
    public static void of(Control list, IntSupplier selected) {
        list.heightProperty().addListener((height, before, now) -> {
            // Its rows are still those of the height before.
            if (now.doubleValue() < before.doubleValue() && list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
                    && seen(flow, selected.getAsInt())) {
                FxRelay.show(() -> flow.scrollTo(Math.max(0, selected.getAsInt())));
            }
        });
    }

    private static boolean seen(VirtualFlow<?> flow, int row) {
        var first = flow.getFirstVisibleCell();
        var last = flow.getLastVisibleCell();
        return row >= 0 && first != null && last != null && first.getIndex() <= row && row <= last.getIndex();
    }
}
