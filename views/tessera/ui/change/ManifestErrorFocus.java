package tessera.ui.change;

import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import tessera.lint.manifest.ServerMessageFieldLocator;
import tessera.plan.ObjectChangePreview;
import tessera.plan.PlanPreview;
import tessera.ui.yaml.YamlEditorPane;

/** Moves the caret to the field of a manifest that a server refuses. FX thread. */
public final class ManifestErrorFocus {

    private ManifestErrorFocus() {}

    /** Returns an action that puts the caret on the line of the first field that a refusal names. */
    public static Consumer<PlanPreview> caretMover(YamlEditorPane yaml) {
        return refused -> fieldLine(refused, yaml.text()).ifPresent(yaml::goToLine);
    }

    /** Moves the caret and the focus; does nothing where no field is named. */
    public static void focusField(YamlEditorPane yaml, PlanPreview preview) {
        fieldLine(preview, yaml.text()).ifPresent(line -> {
            yaml.focus();
            yaml.goToLine(line);
        });
    }

    private static OptionalInt fieldLine(PlanPreview preview, String text) {
        return preview.changes().stream().flatMapToInt(change -> problemLines(change, text)).filter(line -> line > 0)
                .findFirst();
    }

    private static IntStream problemLines(ObjectChangePreview change, String text) {
        return change.problem().stream().mapToInt(
                problem -> ServerMessageFieldLocator.findLine(text, change.object(), problem.problemText()).orElse(0));
    }
}
