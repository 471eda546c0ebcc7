package tessera.ui.quota;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import tessera.model.Problem;
import tessera.model.SentenceToClauseConverter;
import tessera.quota.LimitRangeSummary;
import tessera.quota.NamespaceQuotas;
import tessera.quota.QuotaKey.CountedUnit;
import tessera.quota.ResourceQuotaKeyUsage;
import tessera.quota.ResourceQuotaSummary;
import tessera.ui.AppServices;
import tessera.ui.change.ClusterChangeMenu;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.RowMenu;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** Pane of all bounds of the selected namespace, or of the problems anywhere while none is selected. FX thread. */
final class NamespaceBoundsPane {

    private final QuotaChanges changes;
    private final NamespacePermissionsPane access;
    private final DisruptionBudgetsAndPoliciesPane guards;
    private final VBox list = new VBox();
    private final Label title = SelectableText.wrapped("", "section-title");
    private final HBox head = new HBox(12, title);
    private final BorderPane node = new BorderPane();
    private QuotaScreenState shown = new QuotaScreenState(Optional.empty(), List.of(), "", "", "", List.of(),
            Optional.empty(), Optional.empty());
    private String namespace = "";
    /** The namespace that was selected; empty for none. */
    private String picked = "";
    private String queue = "";
    private final Button team = new Button("New team…");
    private final Label against = SelectableText.wrapped("", "small", "muted", "sharing-against");
    private Optional<MenuButton> fresh = Optional.empty();

    NamespaceBoundsPane(AppServices desk, QuotaChanges changes) {
        this.changes = changes;
        access = new NamespacePermissionsPane(desk);
        guards = new DisruptionBudgetsAndPoliciesPane(desk, changes, this::renderParts);
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
        against.setId("quota-against");
        node.setTop(new VBox(head, against));
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
        return !picked.isEmpty() || !queue.isEmpty() ? picked
                : shown.quotas().filter(known -> known.quotaProblem().isPresent() && known.namespaces().size() == 1)
                        .map(known -> known.namespaces().getFirst().namespace()).orElse("");
    }

    /** Reads anew, because the cluster may be another. */
    void restart() {
        access.showNamespace(namespace);
        guards.showNamespace(namespace);
    }

    /** Reads again what could not be read while the cluster did not answer. */
    void resume() {
        if (guards.wasInterrupted() || access.wasInterrupted()) {
            restart();
        }
    }

    void show(QuotaScreenState state) {
        shown = state;
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
            head.getChildren().addAll(begins ? List.of() : newObjectLinks());
        }
        var offer = changes.teamOffer();
        team.setDisable(offer.reason().isPresent());
        // Beside the button there is no room for it.
        against.setText(offer.reason().map(SentenceToClauseConverter::startUpperCase).orElse(""));
        JavaFxNodeVisibility.setShown(against, changes.areOffered() && offer.reason().isPresent());
        team.setOnAction(event -> offer.begin().run());
        fresh.ifPresent(menu -> RowMenu.replaceEntries(menu.getItems(), menuEntries()));
        var parts = new ArrayList<Node>();
        if (!queue.isEmpty()) {
            shown.quotas().ifPresent(known -> parts.add(ClusterQueueQuotaSection.createNode(queue,
                    known.queues().stream().filter(share -> share.queue().equals(queue)).toList())));
        } else if (namespace.isEmpty()) {
            addClusterProblems(parts);
        } else {
            shown.quotas().map(known -> known.quotasOf(namespace))
                    .ifPresent(bounds -> addNamespaceBounds(bounds, parts));
        }
        var own = namespaceProblems();
        parts.addAll(UnknownQuotaWarningCards.createCards(own.isEmpty() ? List.of() : combineProblems(own)));
        parts.add(guards.node());
        parts.add(access.node());
        parts.addAll(UnknownQuotaWarningCards.createCards(own.isEmpty() ? combineProblems(own) : List.of()));
        list.getChildren().setAll(parts);
    }

    /** Returns the problems with reading the bounds or protection of the selected namespace. */
    private List<Problem> namespaceProblems() {
        var gaps = new ArrayList<Problem>();
        if (queue.isEmpty() && !namespace.isEmpty()) {
            shown.quotas().map(known -> known.quotasOf(namespace)).ifPresent(bounds -> {
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
        shown.readProblems().stream().filter(problem -> shown.notice().stream().noneMatch(notice -> notice.title()
                .equals(problem.headline()))).forEach(all::add);
        return all;
    }

    private String titleText() {
        return !queue.isEmpty() ? "Queue " + queue : namespace.isEmpty() ? "Worth a look" : namespace;
    }

    private List<Node> newObjectLinks() {
        var menu = new MenuButton("New");
        menu.setId("quota-new");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        menu.setOnShowing(event -> RowMenu.replaceEntries(menu.getItems(), menuEntries()));
        fresh = Optional.of(menu);
        return List.of(menu, team);
    }

    private List<MenuItem> menuEntries() {
        return ClusterChangeMenu.menuItems(changes.newObjectOffers(namespace, shown.quotas(), guards.knownGuards()));
    }

    private void addClusterProblems(List<Node> parts) {
        var boxes = new LinkedHashMap<String, VBox>();
        for (var row : shown.exhausted()) {
            row.exhaustedText().ifPresent(text -> ownerBox(row.ownerText(), boxes).getChildren()
                    .add(SelectableText.withSign(row.statusGlyph(), text, "small")));
        }
        for (var bounds : shown.namespacesWithRemarks()) {
            var box = ownerBox(bounds.namespace(), boxes);
            bounds.quotas().forEach(quota -> addRemarks(box, "Quota " + quota.name(), quota.remarks()));
            bounds.limits().forEach(limits -> addRemarks(box, "LimitRange " + limits.name(), limits.remarks()));
        }
        parts.addAll(boxes.values());
        var how = shown.rows().isEmpty() ? "" : "Select a line to see all that bounds its namespace or queue.";
        var text = boxes.isEmpty() && shown.readProblems().isEmpty()
                ? "Nothing is used up, and nothing is wrong with quotas and ranges of limits. " + how
                : how;
        if (!text.isEmpty()) {
            parts.add(QuotaDetailSections.sectionBox(SelectableText.wrapped(text.strip(), "small", "muted")));
        }
    }

    private static VBox ownerBox(String owner, Map<String, VBox> boxes) {
        return boxes.computeIfAbsent(owner,
                name -> QuotaDetailSections.sectionBox(SelectableText.label(name, "strong")));
    }

    private void addNamespaceBounds(NamespaceQuotas bounds, List<Node> parts) {
        bounds.quotas().forEach(quota -> parts.add(quotaNode(quota)));
        if (bounds.quotas().isEmpty() && bounds.quotaGap().isEmpty()) {
            parts.add(QuotaDetailSections
                    .sectionBox(
                            SelectableText.wrapped("No ResourceQuota: its pods may take whatever is free", "small")));
        }
        bounds.limits().forEach(limits -> parts.add(limitsNode(limits)));
    }

    private Node quotaNode(ResourceQuotaSummary quota) {
        var box = QuotaDetailSections.sectionBox(QuotaDetailSections.titleRow("ResourceQuota", quota.name()));
        if (changes.areOffered()) {
            QuotaDetailSections.offerEdit(box, "quota-edit-" + quota.name(),
                    changes.editBlocker(NamespaceBoundKind.QUOTA.referenceTo(quota.namespace(), quota.name())),
                    () -> changes.edit(quota));
        }
        if (!quota.scope().isEmpty()) {
            box.getChildren().add(SelectableText.wrapped("Counts only " + quota.scope(), "small", "muted"));
        }
        quota.allowances().forEach(allowance -> box.getChildren().add(allowanceNode(allowance)));
        addRemarks(box, "", quota.remarks());
        return box;
    }

    private static Node allowanceNode(ResourceQuotaKeyUsage allowance) {
        var key = SelectableText.shrinkable(allowance.key().text(), "mono");
        HBox.setHgrow(key, Priority.ALWAYS);
        key.setMaxWidth(Double.MAX_VALUE);
        var amount = SelectableText.label(allowanceText(allowance), "small", "muted");
        amount.setMinWidth(Region.USE_PREF_SIZE);
        return new HBox(8, key, amount);
    }

    private static String allowanceText(ResourceQuotaKeyUsage allowance) {
        return allowance.key().countedUnit() == CountedUnit.NOTHING ? "not counted"
                : allowance.used().orElse("?") + " of " + allowance.hard();
    }

    private Node limitsNode(LimitRangeSummary limits) {
        var box = QuotaDetailSections.sectionBox(QuotaDetailSections.titleRow("LimitRange", limits.name()));
        if (changes.areOffered()) {
            QuotaDetailSections.offerEdit(box, "limits-edit-" + limits.name(),
                    changes.editBlocker(NamespaceBoundKind.LIMITS.referenceTo(limits.namespace(), limits.name())),
                    () -> changes.edit(limits));
        }
        limits.lines().forEach(line -> box.getChildren().add(SelectableText.wrapped(line.boundText(), "small")));
        addRemarks(box, "", limits.remarks());
        return box;
    }

    private static void addRemarks(VBox box, String subject, List<String> remarks) {
        remarks.forEach(remark -> box.getChildren().add(SelectableText.withSign(StatusGlyph.WARNING,
                subject.isEmpty() ? remark : subject + ": " + remark, "small")));
    }
}
