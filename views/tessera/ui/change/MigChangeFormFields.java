package tessera.ui.change;

import java.time.Duration;
import javafx.beans.Observable;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfigIntent;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.text.MessageCatalog;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;

/** Form fields for a MIG change: effect on pods and cluster, and its timeout. */
final class MigChangeFormFields {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigChangeFormFields.class);
    private static final long DAY = 1_440;

    private final CheckBox unmanaged = InputControlFactory.checkBox("mig-unmanaged", MESSAGES.text("drain.unmanaged"));
    private final CheckBox localData = InputControlFactory.checkBox("mig-local-data", MESSAGES.text("drain.localData"));
    private final CheckBox mixed = InputControlFactory.checkBox("mig-mixed", MESSAGES.text("mig.allowMixed"));
    private final TextField timeout = new TextField(Long.toString(DrainSettings.CAREFUL.timeout().toMinutes()));
    private final TextField limit = new TextField(Long.toString(ApplyMigConfigIntent.USUAL_LIMIT.toMinutes()));

    MigChangeFormFields() {
        timeout.setId("mig-patience");
        limit.setId("mig-limit");
        timeout.setMaxWidth(64);
        limit.setMaxWidth(64);
    }

    /** Returns the observables that change with the answers. */
    Observable[] answers() {
        return new Observable[] {unmanaged.selectedProperty(), localData.selectedProperty(), mixed.selectedProperty(),
            timeout.textProperty(), limit.textProperty()};
    }

    /** @param unmixed whether the strategy is another than mixed */
    Node node(boolean unmixed) {
        var box = new VBox(8, unmanaged, localData);
        if (unmixed) {
            box.getChildren().add(mixed);
        }
        box.getChildren().addAll(timeoutRow(MESSAGES.text("mig.evictionTimeout"), timeout),
                timeoutRow(MESSAGES.text("mig.managerTimeout"), limit));
        return box;
    }

    private static HBox timeoutRow(String text, TextField minutes) {
        return LayoutBoxFactory.row(8, TextLabelFactory.label(text), minutes,
                TextLabelFactory.label(MESSAGES.text("form.minutes")));
    }

    String problemText() {
        if (WholeNumberTextFieldReader.read(timeout, DAY).isEmpty()
                || WholeNumberTextFieldReader.read(limit, DAY).isEmpty()) {
            return MESSAGES.text("mig.timeoutInvalid");
        }
        return "";
    }

    boolean allowsMixedStrategy() {
        return mixed.isSelected();
    }

    DrainSettings drainTerms() {
        return new DrainSettings(unmanaged.isSelected(), localData.isSelected(), null,
                Duration.ofMinutes(WholeNumberTextFieldReader.read(timeout, DAY).orElseThrow()));
    }

    Duration timeLimit() {
        return Duration.ofMinutes(WholeNumberTextFieldReader.read(limit, DAY).orElseThrow());
    }
}
