package tessera.ui.operator;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
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
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.stack.BrokenGpuStackComponentFinding;
import tessera.stack.GpuStackComponent;
import tessera.stack.NodeGpuStackComponent;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.operator.GpuOperatorScreenState.NodeComponentsDetail;

/** Pane for the chain of one node, component by component: problem, message of the pod, remedy. FX thread. */
final class NodeGpuStackComponentsPane {

    private final BorderPane root = new BorderPane();
    private final HBox head = new HBox(8);
    private final VBox page = new VBox();
    private final AppServices services;
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

    NodeGpuStackComponentsPane(AppServices services, ComponentNavigationCallbacks callbacks,
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
        var words = chain.finding().map(finding -> "first broken link: "
                + finding.component().title().toLowerCase(Locale.ROOT))
                .orElse(chain.worstState() == NodeGpuStackComponent.NodeComponentState.UNKNOWN
                        ? "does not report"
                        : "no link is broken");
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var close = new Button("", FontIcon.CLOSE.node());
        close.getStyleClass().add("flat");
        close.setAccessibleText("Close");
        close.setOnAction(event -> callbacks.close().run());
        head.getChildren().setAll(
                detail.glyph() == StatusGlyph.READY ? GpuStackComponentGlyphFactory.dotNode() : detail.glyph().node(),
                name,
                TextLabelFactory.shrinkable(words, "small", "muted"), space, close);
        page.getChildren().setAll(sectionNode(explanationNode(detail)), sectionNode(linksRow(detail)));
        var stackComponent = chain.linkOf(detail.component());
        page.getChildren().add(evidence.createNode(stackComponent, Optional.ofNullable(read), explainLink(detail)));
        explainLink(detail).map(BrokenGpuStackComponentFinding::remedy).filter(text -> !text.isEmpty())
                .ifPresent(remedy -> page.getChildren().add(sectionNode(remedyNode(remedy))));
        page.getChildren().add(sectionNode(nodeLink(chain.name())));
    }

    /** Returns the finding for the selected component; one from a log takes precedence over one from its state. */
    private Optional<BrokenGpuStackComponentFinding> explainLink(NodeComponentsDetail detail) {
        return detail.chain().finding().map(finding -> finding.component() == detail.component() && read != null
                ? read.finding().orElse(finding)
                : finding);
    }

    private Node explanationNode(NodeComponentsDetail detail) {
        var finding = explainLink(detail);
        if (finding.isEmpty()) {
            var stackComponent = detail.chain().linkOf(detail.component());
            return new VBox(6,
                    TextLabelFactory.wrapped(stackComponent.title() + ": " + stackComponent.state().stateText(),
                            "verdict"),
                    TextLabelFactory.wrapped(stackComponent.text(), "small"));
        }
        return new VBox(6, TextLabelFactory.wrapped(finding.get().headline(), "verdict"),
                TextLabelFactory.wrapped(finding.get().explanation(), "small"));
    }

    private Node linksRow(NodeComponentsDetail detail) {
        var box = new VBox();
        for (var stackComponent : detail.chain().links()) {
            var title = new Hyperlink(stackComponent.title());
            title.getStyleClass().addAll("small", "link-title");
            title.setOnAction(event -> callbacks.choose().accept(stackComponent.component()));
            title.setMinWidth(Region.USE_PREF_SIZE);
            title.setPrefWidth(110);
            var text = TextLabelFactory.wrapped(stackComponent.text(), "small",
                    GpuStackComponentGlyphFactory.textStyle(stackComponent.state()));
            HBox.setHgrow(text, Priority.ALWAYS);
            var row = new HBox(8, linkSign(stackComponent), title, text);
            row.setAlignment(Pos.CENTER_LEFT);
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
        var copy = new Button("Copy", FontIcon.COPY.node());
        copy.getStyleClass().addAll("flat", "small");
        copy.setOnAction(event -> TextLabelFactory.copy(remedy));
        var title = TextLabelFactory.label("What would help", "section-title");
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var line = new HBox(8, title, space, copy);
        line.setAlignment(Pos.CENTER_LEFT);
        return new VBox(6, line, TextLabelFactory.wrapped(remedy, "small"));
    }

    private Node nodeLink(String name) {
        var open = new Hyperlink("Open " + name + " in the inspector");
        open.setId("operator-open-node");
        open.getStyleClass().add("small");
        open.setOnAction(event -> callbacks.inspect().accept(ObjectRef.node(name)));
        return open;
    }

    private static Node sectionNode(Node content) {
        var box = new VBox(Objects.requireNonNull(content));
        box.getStyleClass().add("inspector-section");
        return box;
    }
}
