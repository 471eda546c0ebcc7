package tessera.ui.operator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.model.EventSummary;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.stack.BrokenGpuStackComponentFinding;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackComponentLogReader;
import tessera.stack.NodeGpuStackComponent;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.operator.GpuOperatorScreenState.NodeComponentsDetail;

/** Pane for the chain of one node, component by component: problem, message of the pod, remedy. FX thread. */
final class NodeGpuStackComponentsPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeGpuStackComponentsPane.class);

    private final BorderPane root = new BorderPane();
    private final HBox head = new HBox(8);
    private final VBox page = new VBox();
    private final OpenClusterSource services;
    private final ComponentNavigationCallbacks callbacks;
    private final GpuStackComponentEvidenceBox evidence;
    private final BackgroundQuery<GpuStackComponentEvidence> backgroundQuery = new BackgroundQuery<>(this::showEvidence,
            problem -> showEvidence(
                    new GpuStackComponentEvidence(List.of(), Optional.empty(), List.of(), List.of(problem))));
    private @Nullable NodeComponentsDetail displayedDetail;
    private @Nullable GpuStackComponentEvidence read;
    private String subject = "";

    /**
     * Callbacks from the pane into the window.
     *
     * @param inspect opens an object in the inspector
     * @param choose  looks at another component of the same node
     * @param close   looks at none any more
     */
    record ComponentNavigationCallbacks(Consumer<ObjectRef> inspect, Consumer<GpuStackComponent> choose,
            Runnable close) {}

    NodeGpuStackComponentsPane(OpenClusterSource services, ComponentNavigationCallbacks callbacks,
            ObservableValue<Instant> now) {
        this.services = services;
        this.callbacks = callbacks;
        evidence = new GpuStackComponentEvidenceBox(now, callbacks.inspect());
        root.setId("operator-detail");
        root.getStyleClass().addAll("inspector", "stack-detail");
        head.getStyleClass().add("inspector-head");
        head.setAlignment(Pos.CENTER_LEFT);
        root.setTop(head);
        root.setCenter(ScrollPaneFactory.verticalPane(page));
    }

    Region node() {
        return root;
    }

    void show(NodeComponentsDetail detail) {
        if (detail.equals(displayedDetail)) {
            return;
        }
        displayedDetail = detail;
        var stackComponent = detail.chain().linkOf(detail.component());
        var key = detail.chain().name() + " " + detail.component() + " " + evidenceKey(stackComponent.pod());
        if (!key.equals(subject)) {
            subject = key;
            read = null;
            backgroundQuery.submit(() -> GpuStackComponentEvidence.readFrom(services, detail));
        }
        renderDetail(detail);
    }

    /** Returns the node whose chain is shown; empty for none. */
    String nodeName() {
        return displayedDetail == null ? "" : displayedDetail.chain().name();
    }

    /** Stops reading, as the pane is no longer visible. */
    void stopReading() {
        backgroundQuery.cancel();
        displayedDetail = null;
        subject = "";
    }

    /** Returns a key that changes when the pod may have something new to report. */
    private static String evidenceKey(@Nullable PodSummary pod) {
        return pod == null ? "" : pod.uid() + pod.status() + pod.restarts();
    }

    private void showEvidence(GpuStackComponentEvidence latestEvidence) {
        read = latestEvidence;
        if (displayedDetail != null) {
            renderDetail(displayedDetail);
        }
    }

    private void renderDetail(NodeComponentsDetail detail) {
        var chain = detail.chain();
        var name = TextLabelFactory.shrinkable(chain.name(), "inspector-title");
        var words = chain.finding().map(finding -> MESSAGES.text("node.firstBroken", finding.component().title()))
                .orElse(MESSAGES
                        .text(chain.worstState() == NodeGpuStackComponent.NodeComponentState.UNKNOWN ? "node.silent"
                                : "node.ok"));
        var close = LayoutBoxFactory.withStyle(new Button("", FontIcon.CLOSE.node()), "flat");
        close.setAccessibleText(MESSAGES.text("node.close"));
        close.setOnAction(event -> callbacks.close().run());
        head.getChildren().setAll(
                detail.glyph() == StatusGlyph.READY ? GpuStackComponentGlyphFactory.dotNode() : detail.glyph().node(),
                name, TextLabelFactory.shrinkable(words, "small", "muted"), LayoutBoxFactory.spacer(), close);
        page.getChildren().setAll(sectionNode(explanationNode(detail)), sectionNode(linksRow(detail)));
        var stackComponent = chain.linkOf(detail.component());
        page.getChildren().add(evidence.createNode(stackComponent, Optional.ofNullable(read), explainLink(detail)));
        explainLink(detail).map(BrokenGpuStackComponentFinding::remedy).filter(text -> !text.isEmpty())
                .ifPresent(remedy -> page.getChildren().add(sectionNode(remedyNode(remedy))));
        page.getChildren().add(sectionNode(nodeLink(chain.name())));
    }

    /** Returns the finding for the selected component; one from a log takes precedence over one from its state. */
    private Optional<BrokenGpuStackComponentFinding> explainLink(NodeComponentsDetail detail) {
        return detail.chain().finding()
                .map(finding -> finding.component() == detail.component() && read != null
                        ? read.finding().orElse(finding)
                        : finding);
    }

    private Node explanationNode(NodeComponentsDetail detail) {
        var finding = explainLink(detail);
        if (finding.isEmpty()) {
            var stackComponent = detail.chain().linkOf(detail.component());
            return new VBox(6, TextLabelFactory
                    .wrapped(stackComponent.title() + ": " + stackComponent.state().stateText(), "verdict"),
                    TextLabelFactory.wrapped(stackComponent.text(), "small"));
        }
        return new VBox(6, TextLabelFactory.wrapped(finding.get().headline(), "verdict"),
                TextLabelFactory.wrapped(finding.get().explanation(), "small"));
    }

    private Node linksRow(NodeComponentsDetail detail) {
        var box = new VBox();
        for (var stackComponent : detail.chain().links()) {
            var title = InputControlFactory.link(stackComponent.title(),
                    () -> callbacks.choose().accept(stackComponent.component()), "small", "link-title");
            title.setMinWidth(Region.USE_PREF_SIZE);
            title.setPrefWidth(110);
            var text = TextLabelFactory.wrapped(stackComponent.text(), "small",
                    GpuStackComponentGlyphFactory.textStyle(stackComponent.state()));
            HBox.setHgrow(text, Priority.ALWAYS);
            var row = LayoutBoxFactory.row(8, linkSign(stackComponent), title, text);
            row.getStyleClass().add("chain-link");
            if (stackComponent.component() == detail.component()) {
                row.getStyleClass().add("chain-here");
            }
            box.getChildren().add(row);
        }
        return box;
    }

    private static Node linkSign(NodeGpuStackComponent stackComponent) {
        if (stackComponent.state() == NodeGpuStackComponent.NodeComponentState.READY) {
            return StatusGlyph.READY.node();
        }
        return GpuStackComponentGlyphFactory.linkNode(stackComponent.state());
    }

    private static Node remedyNode(String remedy) {
        var copy = LayoutBoxFactory.withStyle(new Button(MESSAGES.text("node.copy"), FontIcon.COPY.node()), "flat",
                "small");
        copy.setOnAction(event -> TextLabelFactory.copy(remedy));
        var title = TextLabelFactory.label(MESSAGES.text("node.remedies"), "section-title");
        var line = LayoutBoxFactory.row(8, title, LayoutBoxFactory.spacer(), copy);
        return new VBox(6, line, TextLabelFactory.wrapped(remedy, "small"));
    }

    private Node nodeLink(String name) {
        var open = InputControlFactory.link(MESSAGES.text("node.open", name),
                () -> callbacks.inspect().accept(ObjectRef.node(name)), "small");
        open.setId("operator-open-node");
        return open;
    }

    private static Node sectionNode(Node content) {
        return LayoutBoxFactory.withStyle(new VBox(Objects.requireNonNull(content)), "inspector-section");
    }

    /** Shows what the pod of a component reports: the last lines of its log, and its events. FX thread. */
    private static final class GpuStackComponentEvidenceBox {

        private static final int LINES = 8;
        private static final int EVENTS = 4;

        private final ObservableValue<Instant> now;
        private final Consumer<ObjectRef> inspect;

        GpuStackComponentEvidenceBox(ObservableValue<Instant> now, Consumer<ObjectRef> inspect) {
            this.now = now;
            this.inspect = inspect;
        }

        /** @param read empty while it is being read */
        Node createNode(NodeGpuStackComponent stackComponent, Optional<GpuStackComponentEvidence> read,
                Optional<BrokenGpuStackComponentFinding> finding) {
            var box = new VBox(8, TextLabelFactory.label(MESSAGES.text("node.evidence"), "section-title"));
            box.getStyleClass().add("inspector-section");
            var pod = stackComponent.pod();
            if (pod == null) {
                box.getChildren().add(TextLabelFactory.wrapped(MESSAGES.text("node.noPod", stackComponent.title()),
                        "small", "muted"));
                return box;
            }
            box.getChildren().add(podNode(pod));
            if (read.isEmpty()) {
                box.getChildren().add(TextLabelFactory.label(MESSAGES.text("node.reading"), "small", "muted",
                        NoDataPlaceholder.AWAITING));
                return box;
            }
            var evidence = read.get();
            evidence.problems().forEach(problem -> box.getChildren()
                    .add(TextLabelFactory.wrapped(problem.problemText(), "small", "warn-text")));
            if (!evidence.log().isEmpty()) {
                var text = finding.map(BrokenGpuStackComponentFinding::evidence).orElse("");
                box.getChildren().add(logNode(logExcerpt(evidence.log(), text), text));
            }
            box.getChildren().addAll(evidence.events().stream().limit(EVENTS).map(this::eventLine).toList());
            return box;
        }

        private Node podNode(PodSummary pod) {
            var name = LayoutBoxFactory.withStyle(new Hyperlink(pod.name()), "mono", "pod-link");
            name.setMinWidth(0);
            name.setOnAction(event -> inspect.accept(ObjectRef.pod(pod.namespace(), pod.name())));
            return LayoutBoxFactory.row(8, TextLabelFactory.label(MESSAGES.text("node.pod"), "small", "muted"), name);
        }

        /** Returns the last lines, or those around the one that explains. */
        private static List<String> logExcerpt(List<String> log, String text) {
            int at = text.isEmpty() ? -1 : findLine(log, text);
            int end = at < 0 ? log.size() : Math.min(log.size(), at + LINES / 2);
            return log.subList(Math.max(0, end - LINES), end);
        }

        private static int findLine(List<String> log, String text) {
            for (int at = log.size() - 1; at >= 0; at--) {
                if (log.get(at).strip().equals(text)) {
                    return at;
                }
            }
            return -1;
        }

        private static Node logNode(List<String> lines, String text) {
            var box = LayoutBoxFactory.withStyle(new VBox(2), "words");
            box.setId("operator-log");
            for (var line : lines) {
                boolean tells = !text.isEmpty() && line.strip().equals(text);
                box.getChildren().add(TextLabelFactory.wrapped((tells ? "× " : "") + line.strip(), "mono",
                        tells ? "danger-text" : "muted"));
            }
            return box;
        }

        private Node eventLine(EventSummary event) {
            var sign = event.type().equals("Normal") ? StatusGlyph.INFO.node() : StatusGlyph.WARNING.node();
            var text = TextLabelFactory.wrapped(event.reason() + ageText(event.last()) + " · " + event.message(),
                    "small");
            var row = LayoutBoxFactory.withStyle(new HBox(8, sign, text), "chain-event");
            row.setAlignment(Pos.TOP_LEFT);
            row.setMinHeight(Region.USE_PREF_SIZE);
            return row;
        }

        private String ageText(@Nullable Instant last) {
            return last == null ? ""
                    : MESSAGES.text("node.eventAge", AgeFormatter.brief(Duration.between(last, now.getValue())));
        }
    }

    /**
     * Evidence from the pod of a component: log, finding, events, and reading problems.
     *
     * @param log     its last lines
     * @param finding what these explain; empty where they explain nothing
     * @param events  about the pod, newest first
     * @param problems   what could not be read, and why
     */
    private record GpuStackComponentEvidence(List<String> log, Optional<BrokenGpuStackComponentFinding> finding,
            List<EventSummary> events, List<Problem> problems) {

        GpuStackComponentEvidence {
            log = List.copyOf(log);
            events = List.copyOf(events);
            problems = List.copyOf(problems);
        }

        /** What a component without a pod says. */
        static final GpuStackComponentEvidence NONE = new GpuStackComponentEvidence(List.of(), Optional.empty(),
                List.of(), List.of());

        /** Reads the log and the events of a component's pod; waits for the cluster. */
        static GpuStackComponentEvidence readFrom(OpenClusterSource services, NodeComponentsDetail detail)
                throws ProblemException, InterruptedException {
            var stackComponent = detail.chain().linkOf(detail.component());
            var pod = stackComponent.pod();
            if (pod == null) {
                return NONE;
            }
            var lacks = new ArrayList<Problem>();
            var log = new GpuStackComponentLogReader.ComponentLogDiagnosis(List.of(), Optional.empty());
            try {
                log = new GpuStackComponentLogReader(services.clusterServices().stackSource()).readLog(detail.chain(),
                        stackComponent);
            } catch (ProblemException problemException) {
                lacks.add(problemException.problem());
            }
            List<EventSummary> events = List.of();
            try {
                events = services.clusterServices().eventsOf(ObjectRef.pod(pod.namespace(), pod.name()));
            } catch (ProblemException problemException) {
                lacks.add(problemException.problem());
            }
            return new GpuStackComponentEvidence(log.lines(), log.finding(), events, lacks);
        }
    }
}
