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
import tessera.ui.claims.ClaimDetail.AllocationAttempt;
import tessera.ui.claims.ClaimsState.ClaimSideLine;
import tessera.ui.claims.ClaimsState.PoolDrawing;
import tessera.ui.inspect.PodFitReader;
import tessera.ui.inspect.PodRemedyList;
import tessera.ui.kit.NodeVisibility;

/** Pane of the chosen claim: why it is pending with the nodes considered, or its holder. */
final class ClaimPane {

    private static final double WIDTH = 360;

    private final VBox content = new VBox(12);
    private final VBox root = new VBox();
    private final Consumer<ObjectRef> open;
    private final Label name = new Label();
    private final Label place = new Label();
    private final PodFitReader fits;
    private final PodRemedyList helps = new PodRemedyList("claim-suggestions");
    private final VBox helping = new VBox(4);
    private final AsyncQuery<PodFit> advice = new AsyncQuery<>(this::showRemedies, this::unread);
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
        helps.setRemedies(remedies::offers);
        remedies.observe(helps::refreshOffers);
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
        NodeVisibility.setShown(root, false);
    }

    Region node() {
        return root;
    }

    void show(Optional<ClaimDetail> detail) {
        NodeVisibility.setShown(root, detail.isPresent());
        var newest = detail.orElse(null);
        if (newest == null) {
            advice.cancel();
        }
        if (newest == null || newest.equals(shown)) {
            return;
        }
        if (shown == null || newest.waiting().isEmpty()
                || !shown.line().claim().key().equals(newest.line().claim().key())) {
            help(ObjectRef.pod("", ""), newest.helps());
        }
        shown = newest;
        newest.waiting().ifPresentOrElse(pod -> advice.submit(() -> fits.read(pod)), advice::cancel);
        var line = newest.line();
        name.setText(line.claim().name());
        place.setText("claim · " + line.claim().namespace());
        var parts = new ArrayList<Node>();
        parts.add(textLabel(line.status() == ClaimStatus.PENDING ? "Why it is pending" : line.status().title(),
                "claim-heading"));
        parts.add(textLabel(line.message() + ".", "claim-verdict"));
        parts.add(textLabel("Asks for " + line.requestText(), "claims-more"));
        if (line.claim().isAllocated()) {
            parts.add(textLabel("Has %s%s".formatted(line.allocationText(),
                    line.node().isEmpty() ? "" : " of " + line.node()), "claims-more"));
        }
        if (!newest.pools().isEmpty()) {
            parts.add(places(newest));
        }
        parts.add(helping);
        newest.attempts().forEach(each -> parts.add(attemptSection(each, newest.attempts().size() > 1)));
        if (line.status() != ClaimStatus.LEAKED) {
            parts.addAll(podLinks(line.users()));
        }
        content.getChildren().setAll(parts);
    }

    private List<Node> podLinks(List<String> keys) {
        var parts = new ArrayList<Node>();
        if (!keys.isEmpty()) {
            parts.add(textLabel("Pods", "claim-heading"));
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
                textLabel(detail.line().claim().isAllocated() ? "Where its devices are" : "Nearest to what it asks",
                        "claim-heading"));
        var claim = Optional.of(detail.line().claim());
        detail.pools().forEach(pool -> box.getChildren().add(PoolCard.poolCard(PoolDrawing.of(pool, claim))));
        return box;
    }

    private void showRemedies(PodFit fit) {
        var about = shown;
        if (about != null) {
            about.waiting().ifPresent(pod -> help(pod, fit.remedies()));
        }
    }

    private void help(ObjectRef pod, List<RemedySuggestion> suggestions) {
        helps.show(pod, suggestions);
        helping.getChildren().setAll(textLabel("What would help", "claim-heading"), helps.node());
        NodeVisibility.setShown(helping, !suggestions.isEmpty());
    }

    private void unread(Problem problem) {
        helping.getChildren().setAll(textLabel("What would help", "claim-heading"),
                textLabel(problem.problemText(), "claims-more"));
        NodeVisibility.setShown(helping, true);
    }

    private static Node attemptSection(AllocationAttempt tried, boolean several) {
        var box = new VBox(8, textLabel(several ? "Nodes for " + tried.request() : "Nodes", "claim-heading"));
        tried.nodes().forEach(line -> box.getChildren().add(nodeLine(line)));
        return box;
    }

    private static Node nodeLine(ClaimSideLine line) {
        var head = new HBox(8, line.sign().node(), textLabel(line.name(), "strong"));
        head.setAlignment(Pos.CENTER_LEFT);
        if (!line.more().isEmpty()) {
            head.getChildren().add(textLabel(line.more(), "claims-more"));
        }
        return new VBox(2, head, textLabel(line.detail(), "claim-detail"));
    }

    private static Label textLabel(String text, String style) {
        var label = new Label(text);
        label.setWrapText(true);
        label.getStyleClass().add(style);
        return label;
    }
}
