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
import tessera.ui.claims.ClaimDetail.Try;
import tessera.ui.claims.ClaimsState.ClaimSideLine;
import tessera.ui.kit.NodePresence;

/** More of the claim that is chosen: why it waits and which nodes were tried, or who has it. */
final class ClaimPane {

    private static final double WIDTH = 360;

    private final VBox content = new VBox(12);
    private final VBox root = new VBox();
    private final Consumer<ObjectRef> open;
    private final Label name = new Label();
    private final Label place = new Label();
    private @Nullable ClaimDetail shown;

    /**
     * One that shows nothing yet.
     *
     * @param open  called with a pod whose link is followed
     * @param close called when it is closed
     */
    ClaimPane(Consumer<ObjectRef> open, Runnable close) {
        this.open = open;
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
        shown = newest;
        var line = newest.line();
        name.setText(line.claim().name());
        place.setText("claim · " + line.claim().namespace());
        var parts = new ArrayList<Node>();
        parts.add(text(line.status() == ClaimStatus.PENDING ? "Why it is pending" : line.status().title(),
                "claim-heading"));
        parts.add(text(newest.verdict() + ".", "claim-verdict"));
        parts.add(text("Asks for " + line.asks(), "claims-more"));
        if (line.claim().allocated()) {
            parts.add(text("Has %s%s".formatted(line.holds(),
                    line.node().isEmpty() ? "" : " of " + line.node()), "claims-more"));
        }
        newest.tries().forEach(each -> parts.add(tried(each, newest.tries().size() > 1)));
        parts.addAll(pods(line.users()));
        content.getChildren().setAll(parts);
    }

    private List<Node> pods(List<String> keys) {
        var parts = new ArrayList<Node>();
        if (!keys.isEmpty()) {
            parts.add(text("Pods", "claim-heading"));
        }
        for (var key : keys) {
            var link = new Hyperlink(key);
            int slash = key.indexOf('/');
            link.setOnAction(_ -> open.accept(ObjectRef.pod(key.substring(0, slash), key.substring(slash + 1))));
            parts.add(link);
        }
        return parts;
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
