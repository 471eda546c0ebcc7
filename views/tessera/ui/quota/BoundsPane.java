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
import tessera.model.SentenceText;
import tessera.quota.LimitRangeFacts;
import tessera.quota.NamespaceQuotas;
import tessera.quota.QuotaAllowance;
import tessera.quota.QuotaFacts;
import tessera.quota.QuotaKey.CountedUnit;
import tessera.ui.AppServices;
import tessera.ui.change.ChangeMenu;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.RowMenu;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** All that bounds the namespace that is looked at, or what is wrong anywhere while none is. FX thread. */
final class BoundsPane {

    private final QuotaChanges changes;
    private final AccessPane access;
    private final GuardsPane guards;
    private final VBox list = new VBox();
    private final Label title = SelectableText.wrapped("", "section-title");
    private final HBox head = new HBox(12, title);
    private final BorderPane node = new BorderPane();
    private QuotaState shown = new QuotaState(Optional.empty(), List.of(), "", "", "", List.of(),
            Optional.empty(), Optional.empty());
    private String namespace = "";
    /** The namespace that was selected; empty for none. */
    private String picked = "";
    private String queue = "";
    private final Button team = new Button("New team…");
    private final Label against = SelectableText.wrapped("", "small", "muted", "sharing-against");
    private Optional<MenuButton> fresh = Optional.empty();

    BoundsPane(AppServices desk, QuotaChanges changes) {
        this.changes = changes;
        access = new AccessPane(desk);
        guards = new GuardsPane(desk, changes, this::print);
        changes.observe(this::print);
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
        node.setCenter(ScrolledPage.down(list));
        node.getStyleClass().add("sharing-side");
    }

    Region node() {
        return node;
    }

    /**
     * Looks at a namespace, at a ClusterQueue, or at neither.
     *
     * @param chosen the namespace; empty for none
     * @param line   the queue; empty for none
     */
    void look(String chosen, String line) {
        picked = chosen;
        queue = line;
        settle(meant());
    }

    private void settle(String meant) {
        namespace = meant;
        begin();
        print();
    }

    /** Where somebody sees no namespace but one, all is about that. */
    private String meant() {
        return !picked.isEmpty() || !queue.isEmpty() ? picked
                : shown.quotas().filter(known -> known.partial().isPresent() && known.namespaces().size() == 1)
                        .map(known -> known.namespaces().getFirst().namespace()).orElse("");
    }

    /** Looks anew, because it may be another cluster. */
    void begin() {
        access.look(namespace);
        guards.look(namespace);
    }

    /** Looks anew where something could not be read while the cluster did not answer. */
    void resume() {
        if (guards.interrupted() || access.interrupted()) {
            begin();
        }
    }

    void show(QuotaState state) {
        shown = state;
        if (meant().equals(namespace)) {
            print();
        } else {
            settle(meant());
        }
    }

    private void print() {
        title.setText(title());
        // They stay the same, so that a menu which is open is not taken away by news.
        boolean begins = head.getChildren().size() > 1;
        if (begins != changes.offered()) {
            head.getChildren().setAll(title);
            head.getChildren().addAll(begins ? List.of() : beginnings());
        }
        var offer = changes.team();
        team.setDisable(offer.reason().isPresent());
        // Beside the button there is no room for it.
        against.setText(offer.reason().map(SentenceText::begun).orElse(""));
        NodePresence.of(against, changes.offered() && offer.reason().isPresent());
        team.setOnAction(event -> offer.begin().run());
        fresh.ifPresent(menu -> RowMenu.renew(menu.getItems(), entries()));
        var parts = new ArrayList<Node>();
        if (!queue.isEmpty()) {
            shown.quotas().ifPresent(known -> parts.add(QueueSection.of(queue,
                    known.queues().stream().filter(share -> share.queue().equals(queue)).toList())));
        } else if (namespace.isEmpty()) {
            anywhere(parts);
        } else {
            shown.quotas().map(known -> known.of(namespace)).ifPresent(bounds -> of(bounds, parts));
        }
        var own = gaps();
        parts.addAll(GapCards.of(own.isEmpty() ? List.of() : all(own)));
        parts.add(guards.node());
        parts.add(access.node());
        parts.addAll(GapCards.of(own.isEmpty() ? all(own) : List.of()));
        list.getChildren().setAll(parts);
    }

    /** Why some of what bounds or protects the pods of the namespace that is looked at is not known. */
    private List<Problem> gaps() {
        var gaps = new ArrayList<Problem>();
        if (queue.isEmpty() && !namespace.isEmpty()) {
            shown.quotas().map(known -> known.of(namespace)).ifPresent(bounds -> {
                bounds.quotaGap().ifPresent(gaps::add);
                bounds.limitsGap().ifPresent(gaps::add);
            });
            gaps.addAll(guards.gaps());
        }
        return gaps;
    }

    /** What stands in place of the table is not said twice. */
    private List<Problem> all(List<Problem> own) {
        var all = new ArrayList<>(own);
        shown.gaps().stream().filter(why -> shown.notice().stream().noneMatch(notice -> notice.title()
                .equals(why.headline()))).forEach(all::add);
        return all;
    }

    private String title() {
        return !queue.isEmpty() ? "Queue " + queue : namespace.isEmpty() ? "Worth a look" : namespace;
    }

    private List<Node> beginnings() {
        var menu = new MenuButton("New");
        menu.setId("quota-new");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        menu.setOnShowing(event -> RowMenu.renew(menu.getItems(), entries()));
        fresh = Optional.of(menu);
        return List.of(menu, team);
    }

    private List<MenuItem> entries() {
        return ChangeMenu.items(changes.fresh(namespace, shown.quotas(), guards.known()));
    }

    private void anywhere(List<Node> parts) {
        var boxes = new LinkedHashMap<String, VBox>();
        for (var row : shown.spent()) {
            row.exhausted().ifPresent(words -> box(row.ownerWords(), boxes).getChildren()
                    .add(SelectableText.told(row.sign(), words, "small")));
        }
        for (var bounds : shown.remarked()) {
            var box = box(bounds.namespace(), boxes);
            bounds.quotas().forEach(quota -> remarks(box, "Quota " + quota.name(), quota.remarks()));
            bounds.limits().forEach(limits -> remarks(box, "LimitRange " + limits.name(), limits.remarks()));
        }
        parts.addAll(boxes.values());
        var how = shown.rows().isEmpty() ? "" : "Select a line to see all that bounds its namespace or queue.";
        var words = boxes.isEmpty() && shown.gaps().isEmpty()
                ? "Nothing is used up, and nothing is wrong with quotas and ranges of limits. " + how
                : how;
        if (!words.isEmpty()) {
            parts.add(QuotaSections.section(SelectableText.wrapped(words.strip(), "small", "muted")));
        }
    }

    private static VBox box(String owner, Map<String, VBox> boxes) {
        return boxes.computeIfAbsent(owner, name -> QuotaSections.section(SelectableText.label(name, "strong")));
    }

    private void of(NamespaceQuotas bounds, List<Node> parts) {
        bounds.quotas().forEach(quota -> parts.add(quota(quota)));
        if (bounds.quotas().isEmpty() && bounds.quotaGap().isEmpty()) {
            parts.add(QuotaSections
                    .section(SelectableText.wrapped("No ResourceQuota: its pods may take whatever is free", "small")));
        }
        bounds.limits().forEach(limits -> parts.add(limits(limits)));
    }

    private Node quota(QuotaFacts quota) {
        var box = QuotaSections.section(QuotaSections.titled("ResourceQuota", quota.name()));
        if (changes.offered()) {
            QuotaSections.offer(box, "quota-edit-" + quota.name(),
                    changes.againstEdit(BoundKind.QUOTA.in(quota.namespace(), quota.name())),
                    () -> changes.edit(quota));
        }
        if (!quota.scope().isEmpty()) {
            box.getChildren().add(SelectableText.wrapped("Counts only " + quota.scope(), "small", "muted"));
        }
        quota.allowances().forEach(each -> box.getChildren().add(allowance(each)));
        remarks(box, "", quota.remarks());
        return box;
    }

    private static Node allowance(QuotaAllowance allowance) {
        var key = SelectableText.yielding(allowance.key().text(), "mono");
        HBox.setHgrow(key, Priority.ALWAYS);
        key.setMaxWidth(Double.MAX_VALUE);
        var amount = SelectableText.label(words(allowance), "small", "muted");
        amount.setMinWidth(Region.USE_PREF_SIZE);
        return new HBox(8, key, amount);
    }

    private static String words(QuotaAllowance allowance) {
        return allowance.key().counts() == CountedUnit.NOTHING ? "not counted"
                : allowance.used().orElse("?") + " of " + allowance.hard();
    }

    private Node limits(LimitRangeFacts limits) {
        var box = QuotaSections.section(QuotaSections.titled("LimitRange", limits.name()));
        if (changes.offered()) {
            QuotaSections.offer(box, "limits-edit-" + limits.name(),
                    changes.againstEdit(BoundKind.LIMITS.in(limits.namespace(), limits.name())),
                    () -> changes.edit(limits));
        }
        limits.lines().forEach(line -> box.getChildren().add(SelectableText.wrapped(line.words(), "small")));
        remarks(box, "", limits.remarks());
        return box;
    }

    private static void remarks(VBox box, String subject, List<String> remarks) {
        remarks.forEach(remark -> box.getChildren().add(SelectableText.told(StatusGlyph.WARNING,
                subject.isEmpty() ? remark : subject + ": " + remark, "small")));
    }
}
