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
import tessera.stack.Component;
import tessera.stack.Finding;
import tessera.stack.Link;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Icons;
import tessera.ui.kit.Scrolled;
import tessera.ui.kit.Texts;
import tessera.ui.operator.OperatorState.Detail;

/** The chain of one node, link by link: what is wrong, what the pod says of it, what would help. FX thread. */
final class DetailPane {

    private final BorderPane root = new BorderPane();
    private final HBox head = new HBox(8);
    private final VBox page = new VBox();
    private final Desk desk;
    private final Ways ways;
    private final EvidenceBox evidence;
    private final Lookup<Evidence> lookup = new Lookup<>(this::came,
            why -> came(new Evidence(List.of(), Optional.empty(), List.of(), List.of(why))));
    private @Nullable Detail shown;
    private @Nullable Evidence read;
    private String subject = "";

    /**
     * What the pane asks of the window.
     *
     * @param inspect opens an object in the inspector
     * @param choose  looks at another link of the same node
     * @param close   looks at none any more
     */
    record Ways(Consumer<ObjectRef> inspect, Consumer<Component> choose, Runnable close) {}

    DetailPane(Desk desk, Ways ways, ObservableValue<Instant> now) {
        this.desk = desk;
        this.ways = ways;
        evidence = new EvidenceBox(now, ways.inspect());
        root.setId("operator-detail");
        root.getStyleClass().addAll("inspector", "stack-detail");
        head.getStyleClass().add("inspector-head");
        head.setAlignment(Pos.CENTER_LEFT);
        root.setTop(head);
        root.setCenter(Scrolled.down(page));
    }

    Region node() {
        return root;
    }

    void show(Detail detail) {
        if (detail.equals(shown)) {
            return;
        }
        shown = detail;
        var link = detail.chain().link(detail.component());
        var key = detail.chain().name() + " " + detail.component() + " " + identity(link.pod());
        if (!key.equals(subject)) {
            subject = key;
            read = null;
            lookup.ask(() -> Evidence.read(desk, detail));
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

    private void came(Evidence newest) {
        read = newest;
        if (shown != null) {
            print(shown);
        }
    }

    private void print(Detail detail) {
        var chain = detail.chain();
        var name = Texts.yielding(chain.name(), "inspector-title");
        var words = chain.finding().map(finding -> "first broken link: "
                + finding.at().title().toLowerCase(Locale.ROOT)).orElse(chain.worst() == Link.State.UNKNOWN
                        ? "does not report"
                        : "no link is broken");
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var close = new Button("", Icons.CLOSE.node());
        close.getStyleClass().add("flat");
        close.setAccessibleText("Close");
        close.setOnAction(event -> ways.close().run());
        head.getChildren().setAll(detail.sign() == Glyph.READY ? LinkSigns.dot() : detail.sign().node(), name,
                Texts.yielding(words, "small", "muted"), space, close);
        page.getChildren().setAll(section(explanation(detail)), section(links(detail)));
        var link = chain.link(detail.component());
        page.getChildren().add(evidence.of(link, Optional.ofNullable(read), explained(detail)));
        explained(detail).map(Finding::remedy).filter(text -> !text.isEmpty())
                .ifPresent(remedy -> page.getChildren().add(section(help(remedy))));
        page.getChildren().add(section(node(chain.name())));
    }

    /** What is to be said of the link that is looked at; a log knows better than a state. */
    private Optional<Finding> explained(Detail detail) {
        return detail.chain().finding().map(finding -> finding.at() == detail.component() && read != null
                ? read.finding().orElse(finding)
                : finding);
    }

    private Node explanation(Detail detail) {
        var finding = explained(detail);
        if (finding.isEmpty()) {
            var link = detail.chain().link(detail.component());
            return new VBox(6, Texts.wrapped(link.title() + ": " + link.state().words(), "verdict"),
                    Texts.wrapped(link.words(), "small"));
        }
        return new VBox(6, Texts.wrapped(finding.get().headline(), "verdict"),
                Texts.wrapped(finding.get().because(), "small"));
    }

    private Node links(Detail detail) {
        var box = new VBox();
        for (var link : detail.chain().links()) {
            var title = new Hyperlink(link.title());
            title.getStyleClass().addAll("small", "link-title");
            title.setOnAction(event -> ways.choose().accept(link.component()));
            title.setMinWidth(Region.USE_PREF_SIZE);
            title.setPrefWidth(110);
            var words = Texts.wrapped(link.words(), "small", LinkSigns.style(link.state()));
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

    private static Node sign(Link link) {
        return link.state() == Link.State.READY ? Glyph.READY.node() : LinkSigns.node(link.state());
    }

    private static Node help(String remedy) {
        var copy = new Button("Copy", Icons.COPY.node());
        copy.getStyleClass().addAll("flat", "small");
        copy.setOnAction(event -> Texts.copy(remedy));
        var title = Texts.label("What would help", "section-title");
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var line = new HBox(8, title, space, copy);
        line.setAlignment(Pos.CENTER_LEFT);
        return new VBox(6, line, Texts.wrapped(remedy, "small"));
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
