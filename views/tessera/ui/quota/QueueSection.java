package tessera.ui.quota;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.quota.QueueShare;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;

/** All that a ClusterQueue of Kueue lets in: what of it is its own, what it has borrowed and what it may. FX thread. */
final class QueueSection {

    private QueueSection() {}

    /** @param shares of one queue; none where it is gone */
    static Node of(String queue, List<QueueShare> shares) {
        var box = QuotaSections.section(QuotaSections.titled("ClusterQueue", queue));
        for (var share : shares) {
            var name = SelectableText.yielding(share.resource() + " on " + share.flavor(), "mono");
            HBox.setHgrow(name, Priority.ALWAYS);
            name.setMaxWidth(Double.MAX_VALUE);
            var amount = SelectableText.label(share.used().orElse("?") + " of " + share.nominal(), "small", "muted");
            amount.setMinWidth(Region.USE_PREF_SIZE);
            box.getChildren().addAll(new HBox(8, name, amount), SelectableText.wrapped(lending(share), "small"));
        }
        shares.stream().findFirst()
                .ifPresent(share -> box.getChildren().add(SelectableText.wrapped(waiting(share), "small",
                        "muted")));
        return box;
    }

    private static String lending(QueueShare share) {
        var words = new ArrayList<String>();
        words.add(share.nominal() + " nominal");
        words.add(share.borrowed().map(amount -> amount + " borrowed").orElse("it does not say what it borrowed"));
        if (share.lent().orElse(0) > 0) {
            words.add(share.lent().getAsLong() + " lent");
        }
        if (share.cohort().isEmpty()) {
            words.add("it may borrow from nobody");
        } else {
            words.add("it may borrow " + share.most().map(most -> most + " ").orElse("") + "from cohort "
                    + share.cohort()
                    + (share.gap().isEmpty() ? "" : "; how much that can lend now is not known: " + share.gap()));
        }
        return String.join(" · ", words);
    }

    private static String waiting(QueueShare share) {
        return share.pending() < 0 ? "It does not say how many workloads wait"
                : share.pending() == 0 ? "No workload waits"
                        : NumberText.of(share.pending(), "workload") + (share.pending() == 1 ? " waits" : " wait");
    }
}
