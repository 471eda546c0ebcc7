package tessera.ui.doctor;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.alerts.Severity;
import tessera.doctor.DoctorFinding;
import tessera.doctor.Remediation;
import tessera.model.ObjectRef;
import tessera.ui.change.NodeChanges.ChangeOffer;
import tessera.ui.kit.CommandRow;
import tessera.ui.kit.ResponsiveSplit;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TooltipText;

/**
 * Prints a finding: what is wrong, what helps, and the change that does; by what it is known when somebody wants to know. FX
 * thread.
 */
final class FindingRow {

    private static final double LEAST_WORDS = 340;
    /** So many of those that it is about are led to at once. */
    private static final int LINKED = 3;
    /** So many more where the evidence is. */
    private static final int LISTED = 100;

    private FindingRow() {}

    /**
     * Where a finding leads.
     *
     * @param open    called with the object that it is about
     * @param changes the change that mends it
     * @param read    the findings of which somebody reads the evidence, which stays in sight when they are found anew
     */
    record FindingLinks(Consumer<ObjectRef> open, Function<Remediation, Optional<ChangeOffer>> changes,
            Set<String> read) {}

    static HBox of(DoctorFinding finding, FindingLinks ways) {
        var words = new VBox(4, SelectableText.wrapped(finding.headline(), "strong"));
        var helps = finding.remedy().isEmpty() ? finding.because() : finding.remedy();
        if (!helps.isEmpty()) {
            words.getChildren().add(SelectableText.wrapped(SelectableText.ended(helps), "small"));
        }
        var links = new FlowPane(16, 2);
        // Where it is not said how wide they are, they take one line: room for more would stay empty below them.
        links.setPrefWrapLength(DoctorView.WIDEST);
        var objects = objects(finding).toList();
        objects.stream().limit(LINKED).forEach(object -> links.getChildren().add(opening(object, ways)));
        finding.commands().stream().findFirst().ifPresent(command -> links.getChildren().add(copying(command)));
        var known = known(finding);
        if (objects.size() > LINKED) {
            var others = new FlowPane(16, 2);
            objects.stream().skip(LINKED).limit(LISTED)
                    .forEach(object -> others.getChildren().add(opening(object, ways)));
            known.getChildren().add(others);
        }
        if (!known.getChildren().isEmpty()) {
            links.getChildren().add(unfolding(known, finding.headline(), ways.read()));
        }
        words.getChildren().addAll(links, known);
        var offer = finding.mending().flatMap(ways.changes());
        offer.flatMap(ChangeOffer::reason).ifPresent(why -> words.getChildren()
                .add(SelectableText.wrapped("%s (%s)".formatted(offer.get().title(), why), "small", "muted")));
        words.setMinWidth(0);
        var told = offer.filter(each -> each.reason().isEmpty()).map(FindingRow::change)
                .<Region>map(change -> new ResponsiveSplit(words, change, Pos.TOP_LEFT, 12, LEAST_WORDS)).orElse(words);
        HBox.setHgrow(told, Priority.ALWAYS);
        var row = new HBox(12, sign(finding.severity()).node(), told);
        row.getStyleClass().add("inspector-row");
        return row;
    }

    private static Button change(ChangeOffer offer) {
        var button = new Button(offer.title());
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setOnAction(event -> offer.begin().run());
        return button;
    }

    private static Hyperlink opening(ObjectRef object, FindingLinks ways) {
        return link("Open " + object.name(), () -> ways.open().accept(object));
    }

    private static Hyperlink link(String text, Runnable follow) {
        var link = new Hyperlink(text);
        link.setOnAction(event -> follow.run());
        return link;
    }

    private static Hyperlink copying(String command) {
        var link = link("Copy command", () -> SelectableText.copy(command));
        TooltipText.on(link, command);
        return link;
    }

    private static Hyperlink unfolding(Region known, String finding, Set<String> read) {
        var more = new Hyperlink();
        known.managedProperty().bind(known.visibleProperty());
        known.visibleProperty().subscribe(shown -> more.setText(shown ? "Hide evidence" : "Show evidence"));
        known.setVisible(read.contains(finding));
        more.setOnAction(event -> {
            known.setVisible(!known.isVisible());
            if (known.isVisible()) {
                read.add(finding);
            } else {
                read.remove(finding);
            }
        });
        return more;
    }

    private static VBox known(DoctorFinding finding) {
        var box = new VBox(4);
        if (!finding.because().isEmpty() && !finding.remedy().isEmpty()) {
            box.getChildren().add(SelectableText.wrapped(finding.because(), "small", "muted"));
        }
        finding.evidence().forEach(each -> box.getChildren().add(SelectableText.wrapped(each, "mono", "muted")));
        finding.commands().forEach(each -> box.getChildren().add(CommandRow.of(each)));
        return box;
    }

    static StatusGlyph sign(Severity severity) {
        return switch (severity) {
            case CRITICAL -> StatusGlyph.BROKEN;
            case WARNING -> StatusGlyph.WARNING;
            case INFO -> StatusGlyph.INFO;
        };
    }

    /** The nodes and pods it is about; none where it is about something else. */
    private static Stream<ObjectRef> objects(DoctorFinding finding) {
        return Stream.concat(Stream.of(finding.object()), finding.others().stream()).flatMap(FindingRow::object);
    }

    private static Stream<ObjectRef> object(String named) {
        int namespace = named.indexOf(" -n ");
        if (named.startsWith("pods/") && namespace > 0) {
            return Stream.of(ObjectRef.pod(named.substring(namespace + 4), named.substring(5, namespace)));
        }
        return named.startsWith("nodes/") ? Stream.of(ObjectRef.node(named.substring(6))) : Stream.empty();
    }
}
