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
import tessera.model.PodFacts;
import tessera.stack.ChainFinding;
import tessera.stack.ChainLink;
import tessera.stack.StackComponent;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.IconFont;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.operator.OperatorState.ChainDetail;

/** The chain of one node, link by link: what is wrong, what the pod says of it, what would help. FX thread. */
final class DetailPane {

    private final BorderPane root = new BorderPane();
    private final HBox head = new HBox(8);
    private final VBox page = new VBox();
    private final AppServices desk;
    private final DetailLinks ways;
    private final EvidenceBox evidence;
    private final AsyncQuery<LinkEvidence> lookup = new AsyncQuery<>(this::came,
            why -> came(new LinkEvidence(List.of(), Optional.empty(), List.of(), List.of(why))));
    private @Nullable ChainDetail shown;
    private @Nullable LinkEvidence read;
    private String subject = "";

    /**
     * What the pane asks of the window.
     *
     * @param inspect opens an object in the inspector
     * @param choose  looks at another link of the same node
     * @param close   looks at none any more
     */
    record DetailLinks(Consumer<ObjectRef> inspect, Consumer<StackComponent> choose, Runnable close) {}

    DetailPane(AppServices desk, DetailLinks ways, ObservableValue<Instant> now) {
        this.desk = desk;
        this.ways = ways;
        evidence = new EvidenceBox(now, ways.inspect());
        root.setId("operator-detail");
        root.getStyleClass().addAll("inspector", "stack-detail");
        head.getStyleClass().add("inspector-head");
        head.setAlignment(Pos.CENTER_LEFT);
        root.setTop(head);
        root.setCenter(ScrolledPage.down(page));
    }

    Region node() {
        return root;
    }

    void show(ChainDetail detail) {
        if (detail.equals(shown)) {
            return;
        }
        shown = detail;
        var link = detail.chain().link(detail.component());
        var key = detail.chain().name() + " " + detail.component() + " " + identity(link.pod());
        if (!key.equals(subject)) {
            subject = key;
            read = null;
            lookup.ask(() -> LinkEvidence.read(desk, detail));
        }
        print(detail);
    }

    /** The node whose chain is shown; empty for none. */
    String subject() {
        return shown == null ? "" : shown.chain().name();
    }

    /** Nobody looks any more. */
    void leave() {
        lookup.cancel();
        shown = null;
        subject = "";
    }

    /** Says something new where this changes. */
    private static String identity(@Nullable PodFacts pod) {
        return pod == null ? "" : pod.uid() + pod.status() + pod.restarts();
    }

    private void came(LinkEvidence newest) {
        read = newest;
        if (shown != null) {
            print(shown);
        }
    }

    private void print(ChainDetail detail) {
        var chain = detail.chain();
        var name = SelectableText.yielding(chain.name(), "inspector-title");
        var words = chain.finding().map(finding -> "first broken link: "
                + finding.at().title().toLowerCase(Locale.ROOT)).orElse(chain.worst() == ChainLink.LinkState.UNKNOWN
                        ? "does not report"
                        : "no link is broken");
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var close = new Button("", IconFont.CLOSE.node());
        close.getStyleClass().add("flat");
        close.setAccessibleText("Close");
        close.setOnAction(event -> ways.close().run());
        head.getChildren().setAll(detail.sign() == StatusGlyph.READY ? LinkSigns.dot() : detail.sign().node(), name,
                SelectableText.yielding(words, "small", "muted"), space, close);
        page.getChildren().setAll(section(explanation(detail)), section(links(detail)));
        var link = chain.link(detail.component());
        page.getChildren().add(evidence.of(link, Optional.ofNullable(read), explained(detail)));
        explained(detail).map(ChainFinding::remedy).filter(text -> !text.isEmpty())
                .ifPresent(remedy -> page.getChildren().add(section(help(remedy))));
        page.getChildren().add(section(node(chain.name())));
    }

    /** What is to be said of the link that is looked at; a log knows better than a state. */
    private Optional<ChainFinding> explained(ChainDetail detail) {
        return detail.chain().finding().map(finding -> finding.at() == detail.component() && read != null
                ? read.finding().orElse(finding)
                : finding);
    }

    private Node explanation(ChainDetail detail) {
        var finding = explained(detail);
        if (finding.isEmpty()) {
            var link = detail.chain().link(detail.component());
            return new VBox(6, SelectableText.wrapped(link.title() + ": " + link.state().words(), "verdict"),
                    SelectableText.wrapped(link.words(), "small"));
        }
        return new VBox(6, SelectableText.wrapped(finding.get().headline(), "verdict"),
                SelectableText.wrapped(finding.get().because(), "small"));
    }

    private Node links(ChainDetail detail) {
        var box = new VBox();
        for (var link : detail.chain().links()) {
            var title = new Hyperlink(link.title());
            title.getStyleClass().addAll("small", "link-title");
            title.setOnAction(event -> ways.choose().accept(link.component()));
            title.setMinWidth(Region.USE_PREF_SIZE);
            title.setPrefWidth(110);
            var words = SelectableText.wrapped(link.words(), "small", LinkSigns.style(link.state()));
            HBox.setHgrow(words, Priority.ALWAYS);
            var row = new HBox(8, sign(link), title, words);
            row.setAlignment(Pos.CENTER_LEFT);
            row.getStyleClass().add("chain-link");
            if (link.component() == detail.component()) {
                row.getStyleClass().add("chain-here");
            }
            box.getChildren().add(row);
        }
        return box;
    }

    private static Node sign(ChainLink link) {
        return link.state() == ChainLink.LinkState.READY ? StatusGlyph.READY.node() : LinkSigns.node(link.state());
    }

    private static Node help(String remedy) {
        var copy = new Button("Copy", IconFont.COPY.node());
        copy.getStyleClass().addAll("flat", "small");
        copy.setOnAction(event -> SelectableText.copy(remedy));
        var title = SelectableText.label("What would help", "section-title");
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var line = new HBox(8, title, space, copy);
        line.setAlignment(Pos.CENTER_LEFT);
        return new VBox(6, line, SelectableText.wrapped(remedy, "small"));
    }

    private Node node(String name) {
        var open = new Hyperlink("Open " + name + " in the inspector");
        open.setId("operator-open-node");
        open.getStyleClass().add("small");
        open.setOnAction(event -> ways.inspect().accept(ObjectRef.node(name)));
        return open;
    }

    private static Node section(Node content) {
        var box = new VBox(Objects.requireNonNull(content));
        box.getStyleClass().add("inspector-section");
        return box;
    }
}
