package tessera.ui.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.gpu.ResourceClaimStatus;
import tessera.gpu.ResourceClaimSummary;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.scheduling.PodFitResult;
import tessera.scheduling.SchedulingRemedy;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.change.SchedulingRemedyOfferBuilder;
import tessera.ui.claims.ResourceClaimsScreenState.ClaimsSidePaneRow;
import tessera.ui.claims.ResourceClaimsScreenState.DevicePoolViewState;
import tessera.ui.claims.ResourceClaimsScreenState.ResourceClaimDetail;
import tessera.ui.claims.ResourceClaimsScreenState.ResourceClaimDetail.RequestCandidateNodes;
import tessera.ui.inspect.InspectorVerdict;
import tessera.ui.inspect.InspectorVerdict.VerdictTone;
import tessera.ui.inspect.InspectorVerdictPane;
import tessera.ui.inspect.PendingPodRemedyPane;
import tessera.ui.inspect.PendingPodRemedyPane.PrimaryRemedy;
import tessera.ui.inspect.PodUnschedulableReasonReader;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;

/** Pane of the chosen claim: why it is pending with the nodes considered, or its holder. */
final class ResourceClaimPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceClaimPane.class);
    private static final double WIDTH = 360;

    private final VBox content = new VBox(12);
    private final VBox root = new VBox();
    private final Consumer<ObjectRef> open;
    private final Label name = TextLabelFactory.label("", "claim-title");
    private final Label namespaceLabel = TextLabelFactory.label("", "claims-more");
    private final PodUnschedulableReasonReader fits;
    private final PendingPodRemedyPane remedyList = new PendingPodRemedyPane("claim-suggestions", "claim-heading");
    private final InspectorVerdictPane verdict = new InspectorVerdictPane("claim-verdict");
    private final VBox helping = new VBox(4);
    private final BackgroundQuery<PodFitResult> advice = new BackgroundQuery<>(this::showRemedies, this::unread);
    private @Nullable ResourceClaimDetail displayedDetail;

    /**
     * One that shows nothing yet.
     *
     * @param open     called with a pod whose link is followed
     * @param remedies the changes that help a pod to devices
     * @param close    called when it is closed
     */
    ResourceClaimPane(OpenClusterSource services, Consumer<ObjectRef> open, SchedulingRemedyOfferBuilder remedies,
            Runnable close) {
        this.open = open;
        fits = new PodUnschedulableReasonReader(services);
        remedyList.setRemedies(remedies::offers);
        remedies.observe(() -> {
            remedyList.refreshOffers();
            showVerdict();
        });
        name.setMinWidth(0);
        namespaceLabel.setMinWidth(Region.USE_PREF_SIZE);
        var away = LayoutBoxFactory.withStyle(InputControlFactory.button("claim-close", "×", close), "flat");
        away.setAccessibleText(MESSAGES.text("claim.close"));
        var head = LayoutBoxFactory.row(8, name, namespaceLabel, LayoutBoxFactory.spacer(), away);
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
        JavaFxNodeVisibility.setShown(root, false);
    }

    Region node() {
        return root;
    }

    void show(Optional<ResourceClaimDetail> detail) {
        JavaFxNodeVisibility.setShown(root, detail.isPresent());
        var latestDetail = detail.orElse(null);
        if (latestDetail == null) {
            advice.cancel();
        }
        if (latestDetail == null || latestDetail.equals(displayedDetail)) {
            return;
        }
        if (displayedDetail == null || latestDetail.waiting().isEmpty()
                || !displayedDetail.claimSummary().claim().key().equals(latestDetail.claimSummary().claim().key())) {
            help(ObjectRef.pod("", ""), latestDetail.remedies());
            verdict.clear();
        }
        displayedDetail = latestDetail;
        latestDetail.waiting().ifPresentOrElse(pod -> advice.submit(() -> fits.read(pod)), advice::cancel);
        var claimSummary = latestDetail.claimSummary();
        name.setText(claimSummary.claim().name());
        namespaceLabel.setText(
                MESSAGES.text("claim.namespace", claimSummary.claim().namespace(), claimSummary.status().title()));
        var parts = new ArrayList<Node>();
        showVerdict();
        parts.add(verdict.node());
        parts.add(textLabel(MESSAGES.text("claim.requests", claimSummary.requestText()), "claims-more"));
        if (claimSummary.claim().isAllocated()) {
            parts.add(textLabel(MESSAGES.text("claim.allocated", claimSummary.allocationText(), claimSummary.node()),
                    "claims-more"));
        }
        if (!latestDetail.pools().isEmpty()) {
            parts.add(places(latestDetail));
        }
        parts.add(helping);
        latestDetail.attempts().forEach(each -> parts.add(attemptSection(each, latestDetail.attempts().size() > 1)));
        if (claimSummary.status() != ResourceClaimStatus.LEAKED) {
            parts.addAll(podLinks(claimSummary.users()));
        }
        content.getChildren().setAll(parts);
    }

    private void showVerdict() {
        var detail = displayedDetail;
        if (detail != null) {
            var remedy = remedyList.primaryRemedy();
            verdict.show(new InspectorVerdict(
                    detail.claimSummary().status().isProblem() ? VerdictTone.WARNING : VerdictTone.PLAIN,
                    sentenceOf(detail.claimSummary()), remedy.map(PrimaryRemedy::text).orElse(""), "", List.of()),
                    remedy.map(PrimaryRemedy::offers).orElse(List.of()));
        }
    }

    /** Returns why a claim needs attention, or who uses it. */
    private static String sentenceOf(ResourceClaimSummary claimSummary) {
        var users = claimSummary.users();
        if (users.isEmpty() || claimSummary.status().isProblem()
                || claimSummary.status() == ResourceClaimStatus.PENDING) {
            return SentenceJoiner.withFullStop(claimSummary.message());
        }
        return MESSAGES.text("claim.used", users.size(), users.getFirst());
    }

    private List<Node> podLinks(List<String> keys) {
        var parts = new ArrayList<Node>();
        if (!keys.isEmpty()) {
            parts.add(textLabel(MESSAGES.text("claim.pods"), "claim-heading"));
        }
        for (var key : keys) {
            var link = InputControlFactory.link(key, () -> open.accept(ResourceClaimDetail.pod(key)));
            parts.add(link);
        }
        return parts;
    }

    private static Node places(ResourceClaimDetail detail) {
        var box = new VBox(8, textLabel(detail.claimSummary().claim().isAllocated() ? MESSAGES.text("claim.devices")
                : MESSAGES.text("claim.nearest"), "claim-heading"));
        var claim = Optional.of(detail.claimSummary().claim());
        detail.pools().forEach(
                pool -> box.getChildren().add(DraPoolCardFactory.poolCard(DevicePoolViewState.of(pool, claim))));
        return box;
    }

    private void showRemedies(PodFitResult fit) {
        var about = displayedDetail;
        if (about != null) {
            about.waiting().ifPresent(pod -> help(pod, fit.remedies()));
        }
    }

    private void help(ObjectRef pod, List<SchedulingRemedy> suggestions) {
        remedyList.show(pod, suggestions);
        helping.getChildren().setAll(remedyList.node());
        JavaFxNodeVisibility.setShown(helping, !suggestions.isEmpty());
        showVerdict();
    }

    private void unread(Problem problem) {
        helping.getChildren().setAll(textLabel(MESSAGES.text("claim.remedies"), "claim-heading"),
                textLabel(problem.problemText(), "claims-more"));
        JavaFxNodeVisibility.setShown(helping, true);
    }

    private static Node attemptSection(RequestCandidateNodes attempt, boolean several) {
        var box = new VBox(8,
                textLabel(several ? MESSAGES.text("claim.nodesFor", attempt.request()) : MESSAGES.text("claim.nodes"),
                        "claim-heading"));
        attempt.nodes().forEach(row -> box.getChildren().add(nodeLine(row)));
        return box;
    }

    private static Node nodeLine(ClaimsSidePaneRow row) {
        var head = LayoutBoxFactory.row(8, row.glyph().node(), textLabel(row.name(), "strong"));
        if (!row.extraDetail().isEmpty()) {
            head.getChildren().add(textLabel(row.extraDetail(), "claims-more"));
        }
        return new VBox(2, head, textLabel(row.detail(), "claim-detail"));
    }

    private static Label textLabel(String text, String style) {
        var label = TextLabelFactory.label(text, style);
        label.setWrapText(true);
        return label;
    }
}
