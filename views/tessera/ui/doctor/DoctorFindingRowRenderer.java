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
import tessera.doctor.DiagnosisFinding;
import tessera.doctor.FindingRemediation;
import tessera.model.ObjectRef;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.kit.CopyableCommandRowFactory;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ResponsiveSplit;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;

/**
 * Renders a finding: problem, remedy and change, with its evidence on request. FX
 * thread.
 */
final class DoctorFindingRowRenderer {

    private static final double LEAST_WORDS = 340;
    /** So many of those that it is about are led to at once. */
    private static final int LINKED = 3;
    /** So many more where the evidence is. */
    private static final int LISTED = 100;

    private DoctorFindingRowRenderer() {}

    /**
     * The links and changes of a finding.
     *
     * @param open    called with the object that it is about
     * @param changes the change that mends it
     * @param expandedFindings    the findings of which somebody reads the evidence, which stays in sight when they are found anew
     */
    record FindingRowActions(Consumer<ObjectRef> open, Function<FindingRemediation, Optional<OfferedChange>> changes,
            Set<String> expandedFindings) {}

    static HBox rowOf(DiagnosisFinding finding, FindingRowActions actions) {
        var words = new VBox(4, TextLabelFactory.wrapped(finding.headline(), "strong"));
        var helps = finding.remedy().isEmpty() ? finding.explanation() : finding.remedy();
        if (!helps.isEmpty()) {
            words.getChildren().add(TextLabelFactory.wrapped(TextLabelFactory.withFullStop(helps), "small"));
        }
        var links = new FlowPane(16, 2);
        // Where it is not said how wide they are, they take one line: room for more would stay empty below them.
        links.setPrefWrapLength(DoctorView.WIDEST);
        var objects = objectsOf(finding).toList();
        objects.stream().limit(LINKED).forEach(object -> links.getChildren().add(objectLink(object, actions)));
        finding.commands().stream().findFirst().ifPresent(command -> links.getChildren().add(copyLink(command)));
        var known = new VBox(4);
        if (hasEvidence(finding) || objects.size() > LINKED) {
            links.getChildren().add(evidenceLink(known, finding, actions));
        }
        words.getChildren().addAll(links, known);
        var offer = finding.remediation().flatMap(actions.changes());
        offer.flatMap(OfferedChange::reason).ifPresent(why -> words.getChildren()
                .add(TextLabelFactory.wrapped("%s (%s)".formatted(offer.get().title(), why), "small", "muted")));
        words.setMinWidth(0);
        var told = offer.filter(each -> each.reason().isEmpty()).map(DoctorFindingRowRenderer::changeButton)
                .<Region>map(change -> new ResponsiveSplit(words, change, Pos.TOP_LEFT, 12, LEAST_WORDS)).orElse(words);
        HBox.setHgrow(told, Priority.ALWAYS);
        return LayoutBoxFactory.withStyle(new HBox(12, StatusGlyph.forSeverity(finding.severity()).node(), told),
                "inspector-row");
    }

    private static Button changeButton(OfferedChange offeredChange) {
        var button = InputControlFactory.button(offeredChange.title(), () -> offeredChange.begin().run());
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    private static Hyperlink objectLink(ObjectRef object, FindingRowActions actions) {
        return link("Open " + object.name(), () -> actions.open().accept(object));
    }

    private static Hyperlink link(String text, Runnable follow) {
        return InputControlFactory.link(text, follow);
    }

    private static Hyperlink copyLink(String command) {
        var link = link("Copy command", () -> TextLabelFactory.copy(command));
        TooltipFactory.install(link, command);
        return link;
    }

    private static Hyperlink evidenceLink(VBox known, DiagnosisFinding finding, FindingRowActions actions) {
        var more = new Hyperlink();
        known.managedProperty().bind(known.visibleProperty());
        known.visibleProperty().subscribe(shown -> more.setText(shown ? "Hide evidence" : "Show evidence"));
        var read = actions.expandedFindings();
        showEvidence(known, finding, actions, read.contains(finding.headline()));
        more.setOnAction(event -> {
            showEvidence(known, finding, actions, !known.isVisible());
            if (known.isVisible()) {
                read.add(finding.headline());
            } else {
                read.remove(finding.headline());
            }
        });
        return more;
    }

    private static boolean hasEvidence(DiagnosisFinding finding) {
        return (!finding.explanation().isEmpty() && !finding.remedy().isEmpty()) || !finding.evidence().isEmpty()
                || !finding.commands().isEmpty();
    }

    /** Shows or hides the evidence, which is made when it is first shown: of all findings it is most of what there is to style. */
    private static void showEvidence(VBox box, DiagnosisFinding finding, FindingRowActions actions, boolean wanted) {
        if (wanted && box.getChildren().isEmpty()) {
            if (!finding.explanation().isEmpty() && !finding.remedy().isEmpty()) {
                box.getChildren().add(TextLabelFactory.wrapped(finding.explanation(), "small", "muted"));
            }
            finding.evidence().forEach(each -> box.getChildren().add(TextLabelFactory.wrapped(each, "mono", "muted")));
            finding.commands().forEach(each -> box.getChildren().add(CopyableCommandRowFactory.rowFor(each)));
            var others = objectsOf(finding).skip(LINKED).limit(LISTED).map(object -> objectLink(object, actions))
                    .toList();
            if (!others.isEmpty()) {
                var links = new FlowPane(16, 2);
                links.getChildren().addAll(others);
                box.getChildren().add(links);
            }
        }
        box.setVisible(wanted);
    }

    /** Returns the nodes and pods of a finding; empty where it is about something else. */
    private static Stream<ObjectRef> objectsOf(DiagnosisFinding finding) {
        return Stream.concat(Stream.of(finding.object()), finding.otherObjects().stream())
                .flatMap(DoctorFindingRowRenderer::parseObject);
    }

    private static Stream<ObjectRef> parseObject(String named) {
        int namespace = named.indexOf(" -n ");
        if (named.startsWith("pods/") && namespace > 0) {
            return Stream.of(ObjectRef.pod(named.substring(namespace + 4), named.substring(5, namespace)));
        }
        if (named.startsWith("nodes/")) {
            return Stream.of(ObjectRef.node(named.substring(6)));
        }
        return Stream.empty();
    }
}
