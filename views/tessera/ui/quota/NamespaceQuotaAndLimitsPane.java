package tessera.ui.quota;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.model.ListPermissionProblemGrouper;
import tessera.model.Problem;
import tessera.quota.ClusterQueueQuota;
import tessera.quota.LimitRangeSummary;
import tessera.quota.NamespaceQuotasAndLimits;
import tessera.quota.QuotaKey.CountedUnit;
import tessera.quota.ResourceQuotaKeyUsage;
import tessera.quota.ResourceQuotaSummary;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.OpenClusterSource;
import tessera.ui.change.ClusterChangeMenu;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.RowMenu;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;

/** Pane of all bounds of the selected namespace, or of the problems anywhere while none is selected. FX thread. */
final class NamespaceQuotaAndLimitsPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NamespaceQuotaAndLimitsPane.class);

    private final QuotaChangeActions changes;
    private final NamespacePermissionsPane permissionsPane;
    private final PdbAndNetworkPolicyPane guards;
    private final VBox list = new VBox();
    private final Label title = TextLabelFactory.wrapped("", "section-title");
    private final HBox head = new HBox(12, title);
    private final BorderPane node = new BorderPane();
    private QuotaScreenState displayedState = new QuotaScreenState(Optional.empty(), List.of(), "", "", "", List.of(),
            Optional.empty(), Optional.empty());
    private String namespace = "";
    /** The namespace that was selected; empty for none. */
    private String picked = "";
    private String queue = "";
    private final Button team = new Button(MESSAGES.text("team.action"));
    private final Label blockerLabel = TextLabelFactory.wrapped("", "small", "muted", "sharing-against");
    private Optional<MenuButton> newMenu = Optional.empty();

    NamespaceQuotaAndLimitsPane(OpenClusterSource services, QuotaChangeActions changes) {
        this.changes = changes;
        permissionsPane = new NamespacePermissionsPane(services);
        guards = new PdbAndNetworkPolicyPane(services, changes, this::renderParts);
        changes.onOffersChange(this::renderParts);
        list.setId("quota-bounds");
        team.setId("quota-team");
        team.getStyleClass().add("accent");
        team.setMinWidth(Region.USE_PREF_SIZE);
        HBox.setHgrow(title, Priority.ALWAYS);
        title.setMinWidth(0);
        title.setMaxWidth(Double.MAX_VALUE);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("sharing-head");
        blockerLabel.setId("quota-against");
        node.setTop(new VBox(head, blockerLabel));
        node.setCenter(ScrollPaneFactory.verticalPane(list));
        node.getStyleClass().add("sharing-side");
    }

    Region node() {
        return node;
    }

    /**
     * Shows a namespace, a ClusterQueue, or neither.
     *
     * @param chosen the namespace; empty for none
     * @param line   the queue; empty for none
     */
    void showSelection(String chosen, String line) {
        picked = chosen;
        queue = line;
        selectNamespace(effectiveNamespace());
    }

    private void selectNamespace(String meant) {
        namespace = meant;
        restart();
        renderParts();
    }

    /** Returns the selected namespace; the only one where the user sees no other. */
    private String effectiveNamespace() {
        if (!picked.isEmpty() || !queue.isEmpty()) {
            return picked;
        }
        return displayedState.quotas()
                .filter(overview -> overview.quotaProblem().isPresent() && overview.namespaces().size() == 1)
                .map(overview -> overview.namespaces().getFirst().namespace()).orElse("");
    }

    /** Reads anew, because the cluster may be another. */
    void restart() {
        permissionsPane.showNamespace(namespace);
        guards.showNamespace(namespace);
    }

    /** Reads again what could not be read while the cluster did not answer. */
    void resume() {
        if (guards.wasInterrupted() || permissionsPane.wasInterrupted()) {
            restart();
        }
    }

    void show(QuotaScreenState state) {
        displayedState = state;
        if (effectiveNamespace().equals(namespace)) {
            renderParts();
        } else {
            selectNamespace(effectiveNamespace());
        }
    }

    private void renderParts() {
        title.setText(titleText());
        // They stay the same, so that a menu which is open is not taken away by news.
        boolean begins = head.getChildren().size() > 1;
        if (begins != changes.areOffered()) {
            head.getChildren().setAll(title);
            if (!begins) {
                head.getChildren().addAll(newObjectLinks());
            }
        }
        var offeredChange = changes.teamOffer();
        team.setDisable(offeredChange.reason().isPresent());
        // Beside the button there is no room for it.
        blockerLabel.setText(offeredChange.reason().orElse(""));
        JavaFxNodeVisibility.setShown(blockerLabel, changes.areOffered() && offeredChange.reason().isPresent());
        team.setOnAction(event -> offeredChange.begin().run());
        newMenu.ifPresent(menu -> RowMenu.replaceEntries(menu.getItems(), menuEntries()));
        var parts = new ArrayList<Node>();
        if (!queue.isEmpty()) {
            var overview = displayedState.quotas().orElse(null);
            if (overview != null) {
                parts.add(ClusterQueueQuotaSection.createNode(queue,
                        overview.queues().stream().filter(share -> share.queue().equals(queue)).toList()));
            }
        } else if (namespace.isEmpty()) {
            addClusterProblems(parts);
        } else {
            displayedState.quotas().map(overview -> overview.quotasOf(namespace))
                    .ifPresent(bounds -> addNamespaceBounds(bounds, parts));
        }
        var own = namespaceProblems();
        // Those of the namespace explain what follows; those of the cluster stand last.
        var cards = UnreadableNamespaceLimitsCardFactory.createCards(combineProblems(own));
        int place = parts.size();
        parts.add(guards.node());
        parts.add(permissionsPane.node());
        parts.addAll(own.isEmpty() ? parts.size() : place, cards);
        list.getChildren().setAll(parts);
    }

    /** Returns the problems with reading the bounds or protection of the selected namespace. */
    private List<Problem> namespaceProblems() {
        var gaps = new ArrayList<Problem>();
        if (queue.isEmpty() && !namespace.isEmpty()) {
            displayedState.quotas().map(overview -> overview.quotasOf(namespace)).ifPresent(bounds -> {
                bounds.quotaGap().ifPresent(gaps::add);
                bounds.limitsGap().ifPresent(gaps::add);
            });
            gaps.addAll(guards.readProblems());
        }
        return gaps;
    }

    /** Adds the screen's problems to those of the namespace; one that already stands in place of the table is not repeated. */
    private List<Problem> combineProblems(List<Problem> own) {
        var all = new ArrayList<>(own);
        displayedState.readProblems().stream().filter(problem -> displayedState.notice().stream()
                .map(EmptyScreenNotice::title).noneMatch(problem.headline()::equals)).forEach(all::add);
        return all;
    }

    private String titleText() {
        if (!queue.isEmpty()) {
            return MESSAGES.text("pane.queue", queue);
        }
        if (namespace.isEmpty()) {
            return MESSAGES.text("pane.remarks");
        }
        return namespace;
    }

    private List<Node> newObjectLinks() {
        var menu = new MenuButton(MESSAGES.text("pane.new"));
        menu.setId("quota-new");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        menu.setOnShowing(event -> RowMenu.replaceEntries(menu.getItems(), menuEntries()));
        newMenu = Optional.of(menu);
        return List.of(menu, team);
    }

    private List<MenuItem> menuEntries() {
        return ClusterChangeMenu
                .menuItems(changes.newObjectOffers(namespace, displayedState.quotas(), guards.knownGuards()));
    }

    private void addClusterProblems(List<Node> parts) {
        var boxes = new LinkedHashMap<String, VBox>();
        for (var row : displayedState.exhausted()) {
            row.exhaustedText().ifPresent(text -> ownerBox(row.ownerText(), boxes).getChildren()
                    .add(TextLabelFactory.withSign(row.statusGlyph(), text, "small")));
        }
        for (var bounds : displayedState.namespacesWithRemarks()) {
            var box = ownerBox(bounds.namespace(), boxes);
            bounds.quotas()
                    .forEach(quota -> addRemarks(box, MESSAGES.text("pane.quota", quota.name()), quota.problemTexts()));
            bounds.limits().forEach(
                    limits -> addRemarks(box, MESSAGES.text("pane.limits", limits.name()), limits.problemTexts()));
        }
        parts.addAll(boxes.values());
        var how = displayedState.rows().isEmpty() ? "" : MESSAGES.text("pane.select");
        var text = boxes.isEmpty() && displayedState.readProblems().isEmpty() ? MESSAGES.text("pane.ok", how) : how;
        if (!text.isEmpty()) {
            parts.add(LayoutBoxFactory.sectionBox(TextLabelFactory.wrapped(text.strip(), "small", "muted")));
        }
    }

    private static VBox ownerBox(String owner, Map<String, VBox> boxes) {
        return boxes.computeIfAbsent(owner,
                name -> LayoutBoxFactory.sectionBox(TextLabelFactory.label(name, "strong")));
    }

    private void addNamespaceBounds(NamespaceQuotasAndLimits bounds, List<Node> parts) {
        bounds.quotas().forEach(quota -> parts.add(quotaNode(quota)));
        if (bounds.quotas().isEmpty() && bounds.quotaGap().isEmpty()) {
            parts.add(LayoutBoxFactory.sectionBox(TextLabelFactory.wrapped(MESSAGES.text("pane.noQuota"), "small")));
        }
        bounds.limits().forEach(limits -> parts.add(limitsNode(limits)));
    }

    private Node quotaNode(ResourceQuotaSummary quota) {
        var box = LayoutBoxFactory.sectionBox(QuotaDetailSections.titleRow("ResourceQuota", quota.name()));
        if (changes.areOffered()) {
            QuotaDetailSections.offerEdit(box, "quota-edit-" + quota.name(),
                    changes.editBlocker(NamespacePolicyKind.QUOTA.referenceTo(quota.namespace(), quota.name())),
                    () -> changes.edit(quota));
        }
        if (!quota.scope().isEmpty()) {
            box.getChildren()
                    .add(TextLabelFactory.wrapped(MESSAGES.text("pane.scope", quota.scope()), "small", "muted"));
        }
        quota.allowances().forEach(usage -> box.getChildren().add(allowanceNode(usage)));
        addRemarks(box, "", quota.problemTexts());
        return box;
    }

    private static Node allowanceNode(ResourceQuotaKeyUsage usage) {
        var key = LayoutBoxFactory.growing(TextLabelFactory.shrinkable(usage.key().text(), "mono"));
        var amount = TextLabelFactory.whole(allowanceText(usage), "small", "muted");
        return new HBox(8, key, amount);
    }

    private static String allowanceText(ResourceQuotaKeyUsage usage) {
        if (usage.key().countedUnit() == CountedUnit.NOTHING) {
            return MESSAGES.text("pane.notCounted");
        }
        return MESSAGES.text("pane.usage", usage.used().orElse("?"), usage.hard());
    }

    private Node limitsNode(LimitRangeSummary limits) {
        var box = LayoutBoxFactory.sectionBox(QuotaDetailSections.titleRow("LimitRange", limits.name()));
        if (changes.areOffered()) {
            QuotaDetailSections.offerEdit(box, "limits-edit-" + limits.name(),
                    changes.editBlocker(NamespacePolicyKind.LIMITS.referenceTo(limits.namespace(), limits.name())),
                    () -> changes.edit(limits));
        }
        limits.lines().forEach(bound -> box.getChildren().add(TextLabelFactory.wrapped(bound.boundText(), "small")));
        addRemarks(box, "", limits.problemTexts());
        return box;
    }

    private static void addRemarks(VBox box, String subject, List<String> remarks) {
        remarks.forEach(remark -> box.getChildren().add(TextLabelFactory.withSign(StatusGlyph.WARNING,
                OptionalText.suffixed(subject, ": ") + remark, "small")));
    }

    /** Section for a Kueue ClusterQueue: nominal quota, borrowed amounts and limits. FX thread. */
    private static final class ClusterQueueQuotaSection {

        private ClusterQueueQuotaSection() {}

        /** @param shares of one queue; none where it is gone */
        static Node createNode(String queue, List<ClusterQueueQuota> shares) {
            var box = LayoutBoxFactory.sectionBox(QuotaDetailSections.titleRow("ClusterQueue", queue));
            for (var share : shares) {
                var name = LayoutBoxFactory.growing(TextLabelFactory
                        .shrinkable(MESSAGES.text("queue.resource", share.resource(), share.flavor()), "mono"));
                var amount = TextLabelFactory.whole(
                        MESSAGES.text("pane.usage", share.used().orElse("?"), share.nominal()), "small", "muted");
                box.getChildren().addAll(new HBox(8, name, amount),
                        TextLabelFactory.wrapped(lendingText(share), "small"));
            }
            shares.stream().findFirst().ifPresent(
                    share -> box.getChildren().add(TextLabelFactory.wrapped(waitingText(share), "small", "muted")));
            return box;
        }

        private static String lendingText(ClusterQueueQuota share) {
            var texts = new ArrayList<String>();
            texts.add(MESSAGES.text("queue.nominal", share.nominal()));
            texts.add(share.borrowed().map(amount -> MESSAGES.text("queue.borrowed", amount))
                    .orElse(MESSAGES.text("queue.borrowedUnknown")));
            if (share.lentUnits().orElse(0) > 0) {
                texts.add(MESSAGES.text("queue.lent", share.lentUnits().getAsLong()));
            }
            if (share.cohort().isEmpty()) {
                texts.add(MESSAGES.text("queue.noBorrowing"));
            } else {
                texts.add(MESSAGES.text("queue.borrowing", share.borrowingLimit(), share.cohort(),
                        share.unknownReason()));
            }
            return String.join(" · ", texts);
        }

        private static String waitingText(ClusterQueueQuota share) {
            if (share.pending() < 0) {
                return MESSAGES.text("queue.pendingUnknown");
            }
            if (share.pending() == 0) {
                return MESSAGES.text("queue.nonePending");
            }
            return MESSAGES.text("queue.pending", share.pending());
        }
    }

    /** Cards for unknown namespace bounds: one for everything forbidden, one for each other problem. */
    private static final class UnreadableNamespaceLimitsCardFactory {

        private UnreadableNamespaceLimitsCardFactory() {}

        static List<Node> createCards(Collection<Problem> gaps) {
            var cards = new ArrayList<Node>();
            var closed = ListPermissionProblemGrouper.groupForbidden(gaps);
            if (!closed.isEmpty()) {
                cards.add(forbiddenCard(closed));
            }
            gaps.stream().distinct().filter(problem -> !closed.contains(problem))
                    .forEach(problem -> cards.add(LayoutBoxFactory.problemSection(StatusGlyph.UNREACHABLE, problem)));
            return cards;
        }

        /** Summarizes forbidden reads; the server's similar messages are in the tooltip. */
        private static Node forbiddenCard(List<Problem> closed) {
            var box = LayoutBoxFactory.sectionBox(
                    TextLabelFactory.withSign(StatusGlyph.FORBIDDEN, MESSAGES.text("pane.forbidden"), "strong"));
            var said = closed.stream().map(Problem::problemText).collect(Collectors.joining("\n"));
            ListPermissionProblemGrouper.problemLines(closed).stream()
                    .map(line -> TextLabelFactory.wrapped(line, "small")).forEach(line -> {
                        TooltipFactory.install(line, said);
                        box.getChildren().add(line);
                    });
            ListPermissionProblemGrouper.remedies(closed)
                    .forEach(text -> box.getChildren().add(TextLabelFactory.wrapped(text, "small", "muted")));
            return box;
        }
    }
}
