package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.PlanPreview;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.EditObjectIntent;

/** The actions for a refused preview. FX thread. */
final class RefusedPreviewButtonFactory {

    private RefusedPreviewButtonFactory() {}

    /** @param rehearse has something looked at anew, which changes nothing */
    static Button[] buttonsFor(PlanPreview preview, Consumer<ChangeIntent> rehearse) {
        var ways = new ArrayList<>(
                List.of(ChangeDialogFrame.plainButton("Plan again", () -> rehearse.accept(preview.intent()))));
        var edit = overwriteIntent(preview).orElse(null);
        if (edit != null) {
            ways.add(ChangeDialogFrame.primaryButton("Overwrite", "danger", () -> rehearse.accept(edit)));
        }
        return ways.toArray(Button[]::new);
    }

    /** Returns the edit with force over the changes of others; empty where a conflict is not the only reason. */
    private static Optional<ChangeIntent> overwriteIntent(PlanPreview preview) {
        if (preview.intent() instanceof EditObjectIntent edit && !edit.force()
                && preview.refusalReasons().stream()
                        .allMatch(reason -> reason.kind() == OperationProblemKind.CONFLICT)) {
            return Optional.of(edit.withForce());
        }
        return Optional.empty();
    }
}
