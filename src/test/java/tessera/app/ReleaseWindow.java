package tessera.app;

import java.util.Objects;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.MenuButton;
import org.jspecify.annotations.Nullable;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.ui.shell.ScreenDestination;

/** A window in which releases are changed from the Operator screen. */
abstract class ReleaseWindow extends OperatedWindow {

    static final String SEEN = "Dry run passed";

    /** Begins what the Operator screen offers by that name. */
    final void start(String change) {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.OPERATOR);
            return true;
        });
        eventually(change + " is offered", () -> onFx(() -> offered(change) != null));
        onFx(() -> {
            Objects.requireNonNull(offered(change)).run();
            return true;
        });
    }

    /** Where there is nothing yet to be seen, it is offered in the middle; else in a menu. */
    private @Nullable Runnable offered(String change) {
        if (find("operator-install").getParent().isVisible()) {
            var install = (Button) find("operator-install");
            return install.getText().equals(change) ? install::fire : item("operator-others", change);
        }
        return find("operator-change").isVisible() ? item("operator-change", change) : null;
    }

    private @Nullable Runnable item(String menu, String change) {
        return ((MenuButton) find(menu)).getItems().stream().filter(item -> item.getText().equals(change))
                .<Runnable>map(item -> item::fire).findFirst().orElse(null);
    }

    @SuppressWarnings("unchecked")
    final void choose(String id, String value) {
        eventually("#" + id + " is there", () -> onFx(() -> find(id) != null));
        onFx(() -> {
            ((ComboBox<String>) find(id)).setValue(value);
            return true;
        });
    }

    final int revision() throws Exception {
        return clusterSelection.clusterServices().planLookups().releases()
                .readRelease(HelmReleaseNamespacedName.USUAL, Optional.empty()).orElseThrow().revision();
    }
}
