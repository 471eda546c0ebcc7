package tessera.ui.doctor;

import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.alerts.Severity;
import tessera.doctor.Finding;
import tessera.model.ObjectRef;
import tessera.ui.kit.CommandRow;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Texts;

/** Prints a finding: what is wrong and what helps; by what it is known when somebody wants to know. FX thread. */
final class FindingRow {

    private FindingRow() {}

    /** @param open called with the object that it is about */
    static HBox of(Finding finding, Consumer<ObjectRef> open) {
        var words = new VBox(4, Texts.wrapped(finding.headline(), "strong"));
        var helps = finding.remedy().isEmpty() ? finding.because() : finding.remedy();
        if (!helps.isEmpty()) {
            words.getChildren().add(Texts.wrapped(helps, "small"));
        }
        finding.commands().stream().findFirst().ifPresent(command -> words.getChildren().add(CommandRow.of(command)));
        var links = new HBox(12);
        object(finding).ifPresent(object -> {
            var link = new Hyperlink("Open " + object.name());
            link.setOnAction(event -> open.accept(object));
            links.getChildren().add(link);
        });
        var known = known(finding);
        if (!known.getChildren().isEmpty()) {
            links.getChildren().add(unfolding(known));
        }
        words.getChildren().addAll(links, known);
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        var row = new HBox(12, sign(finding.severity()).node(), words);
        row.getStyleClass().add("inspector-row");
        return row;
    }

    private static Hyperlink unfolding(Region known) {
        var more = new Hyperlink("How it is known");
        known.setVisible(false);
        known.managedProperty().bind(known.visibleProperty());
        more.setOnAction(event -> {
            known.setVisible(!known.isVisible());
            more.setText(known.isVisible() ? "Less" : "How it is known");
        });
        return more;
    }

    private static VBox known(Finding finding) {
        var box = new VBox(4);
        if (!finding.because().isEmpty() && !finding.remedy().isEmpty()) {
            box.getChildren().add(Texts.wrapped(finding.because(), "small", "muted"));
        }
        finding.evidence().forEach(each -> box.getChildren().add(Texts.wrapped(each, "mono", "muted")));
        finding.commands().stream().skip(1).forEach(each -> box.getChildren().add(CommandRow.of(each)));
        return box;
    }

    static Glyph sign(Severity severity) {
        return switch (severity) {
            case CRITICAL -> Glyph.BROKEN;
            case WARNING -> Glyph.WARNING;
            case INFO -> Glyph.INFO;
        };
    }

    /** The node or pod it is about; empty where it is about something else. */
    private static Optional<ObjectRef> object(Finding finding) {
        var object = finding.object();
        int namespace = object.indexOf(" -n ");
        if (object.startsWith("pods/") && namespace > 0) {
            return Optional.of(ObjectRef.pod(object.substring(namespace + 4), object.substring(5, namespace)));
        }
        return object.startsWith("nodes/") ? Optional.of(ObjectRef.node(object.substring(6))) : Optional.empty();
    }
}
