package tessera.ui.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.insight.ClaimStatus;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.scheduling.PodFit;
import tessera.scheduling.RemedySuggestion;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.change.RemedyChanges;
import tessera.ui.claims.ClaimDetail.Try;
import tessera.ui.claims.ClaimsState.ClaimSideLine;
import tessera.ui.claims.ClaimsState.PoolDrawing;
import tessera.ui.inspect.PodFitReader;
import tessera.ui.inspect.PodHelp;
import tessera.ui.kit.NodePresence;

/** More of the claim that is chosen: why it waits and which nodes were tried, or who has it. */
final class ClaimPane {

    private static final double WIDTH = 360;

    private final VBox content = new VBox(12);
    private final VBox root = new VBox();
    private final Consumer<ObjectRef> open;
    private final Label name = new Label();
    private final Label place = new Label();
    private final PodFitReader fits;
    private final PodHelp helps = new PodHelp("claim-suggestions");
    private final VBox helping = new VBox(4);
    private final AsyncQuery<PodFit> advice = new AsyncQuery<>(this::told, this::unread);
    private @Nullable ClaimDetail shown;

    /**
     * One that shows nothing yet.
     *
     * @param open     called with a pod whose link is followed
     * @param remedies the changes that help a pod to devices
     * @param close    called when it is closed
     */
    ClaimPane(AppServices desk, Consumer<ObjectRef> open, RemedyChanges remedies, Runnable close) {
        this.open = open;
        fits = new PodFitReader(desk);
        helps.remedies(remedies::offers);
        remedies.observe(helps::offerAnew);
        name.getStyleClass().add("claim-title");
        name.setMinWidth(0);
        place.getStyleClass().add("claims-more");
        place.setMinWidth(Region.USE_PREF_SIZE);
        var away = new Button("×");
        away.setId("claim-close");
        away.setAccessibleText("Close");
        away.getStyleClass().add("flat");
        away.setOnAction(_ -> close.run());
        var gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        var head = new HBox(8, name, place, gap, away);
        head.setAlignment(Pos.CENTER_LEFT);
        content.getStyleClass().add("claim-content");
        var scroll = new ScrollPane(content);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        VBox.setVgrow(scroll, Priority.ALWAYS);
        root.getChildren().addAll(head, scroll);
        root.setId("claim-pane");
        root.getStyleClass().add("claim-pane");
        root.setPrefWidth(WIDTH);
        root.setMinWidth(WIDTH);
        NodePresence.of(root, false);
    }

    Region node() {
        return root;
    }

    void show(Optional<ClaimDetail> detail) {
        NodePresence.of(root, detail.isPresent());
        var newest = detail.orElse(null);
        if (newest == null || newest.equals(shown)) {
            return;
        }
        if (shown == null || newest.waiting().isEmpty()
                || !shown.line().claim().key().equals(newest.line().claim().key())) {
            help(ObjectRef.pod("", ""), newest.helps());
        }
        shown = newest;
        newest.waiting().ifPresentOrElse(pod -> advice.ask(() -> fits.read(pod)), advice::cancel);
        var line = newest.line();
        name.setText(line.claim().name());
        place.setText("claim · " + line.claim().namespace());
        var parts = new ArrayList<Node>();
        parts.add(text(line.status() == ClaimStatus.PENDING ? "Why it is pending" : line.status().title(),
                "claim-heading"));
        parts.add(text(line.message() + ".", "claim-verdict"));
        parts.add(text("Asks for " + line.asks(), "claims-more"));
        if (line.claim().allocated()) {
            parts.add(text("Has %s%s".formatted(line.holds(),
                    line.node().isEmpty() ? "" : " of " + line.node()), "claims-more"));
        }
        if (!newest.pools().isEmpty()) {
            parts.add(places(newest));
        }
        parts.add(helping);
        newest.tries().forEach(each -> parts.add(tried(each, newest.tries().size() > 1)));
        if (line.status() != ClaimStatus.LEAKED) {
            parts.addAll(pods(line.users()));
        }
        content.getChildren().setAll(parts);
    }

    private List<Node> pods(List<String> keys) {
        var parts = new ArrayList<Node>();
        if (!keys.isEmpty()) {
            parts.add(text("Pods", "claim-heading"));
        }
        for (var key : keys) {
            var link = new Hyperlink(key);
            link.setOnAction(_ -> open.accept(ClaimDetail.pod(key)));
            parts.add(link);
        }
        return parts;
    }

    private static Node places(ClaimDetail detail) {
        var box = new VBox(8,
                text(detail.line().claim().allocated() ? "Where its devices are" : "Nearest to what it asks",
                        "claim-heading"));
        var claim = Optional.of(detail.line().claim());
        detail.pools().forEach(pool -> box.getChildren().add(PoolCard.of(PoolDrawing.of(pool, claim))));
        return box;
    }

    private void told(PodFit fit) {
        var about = shown;
        if (about != null) {
            about.waiting().ifPresent(pod -> help(pod, fit.suggestions()));
        }
    }

    private void help(ObjectRef pod, List<RemedySuggestion> suggestions) {
        helps.show(pod, suggestions);
        helping.getChildren().setAll(text("What would help", "claim-heading"), helps.node());
        NodePresence.of(helping, !suggestions.isEmpty());
    }

    private void unread(Problem why) {
        helping.getChildren().setAll(text("What would help", "claim-heading"), text(why.sentence(), "claims-more"));
        NodePresence.of(helping, true);
    }

    private static Node tried(Try tried, boolean several) {
        var box = new VBox(8, text(several ? "Nodes for " + tried.request() : "Nodes", "claim-heading"));
        tried.nodes().forEach(line -> box.getChildren().add(node(line)));
        return box;
    }

    private static Node node(ClaimSideLine line) {
        var head = new HBox(8, line.sign().node(), text(line.name(), "strong"));
        head.setAlignment(Pos.CENTER_LEFT);
        if (!line.more().isEmpty()) {
            head.getChildren().add(text(line.more(), "claims-more"));
        }
        return new VBox(2, head, text(line.detail(), "claim-detail"));
    }

    private static Label text(String words, String style) {
        var label = new Label(words);
        label.setWrapText(true);
        label.getStyleClass().add(style);
        return label;
    }
}
