package tessera.ui.quota;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.quota.ClusterQueueQuota;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.TextLabelFactory;

/** Section for a Kueue ClusterQueue: nominal quota, borrowed amounts and limits. FX thread. */
final class ClusterQueueQuotaSection {

    private ClusterQueueQuotaSection() {}

    /** @param shares of one queue; none where it is gone */
    static Node createNode(String queue, List<ClusterQueueQuota> shares) {
        var box = QuotaDetailSections.sectionBox(QuotaDetailSections.titleRow("ClusterQueue", queue));
        for (var share : shares) {
            var name = TextLabelFactory.shrinkable(share.resource() + " on " + share.flavor(), "mono");
            HBox.setHgrow(name, Priority.ALWAYS);
            name.setMaxWidth(Double.MAX_VALUE);
            var amount = TextLabelFactory.label(share.used().orElse("?") + " of " + share.nominal(), "small", "muted");
            amount.setMinWidth(Region.USE_PREF_SIZE);
            box.getChildren().addAll(new HBox(8, name, amount), TextLabelFactory.wrapped(lendingText(share), "small"));
        }
        shares.stream().findFirst()
                .ifPresent(share -> box.getChildren().add(TextLabelFactory.wrapped(waitingText(share), "small",
                        "muted")));
        return box;
    }

    private static String lendingText(ClusterQueueQuota share) {
        var texts = new ArrayList<String>();
        texts.add(share.nominal() + " nominal");
        texts.add(share.borrowed().map(amount -> amount + " borrowed").orElse("it does not say what it borrowed"));
        if (share.lentUnits().orElse(0) > 0) {
            texts.add(share.lentUnits().getAsLong() + " lent");
        }
        if (share.cohort().isEmpty()) {
            texts.add("it may borrow from nobody");
        } else {
            texts.add("it may borrow " + share.borrowingLimit().map(most -> most + " ").orElse("") + "from cohort "
                    + share.cohort()
                    + (share.unknownReason().isEmpty() ? ""
                            : "; how much that can lend now is not known: " + share.unknownReason()));
        }
        return String.join(" · ", texts);
    }

    private static String waitingText(ClusterQueueQuota share) {
        return share.pending() < 0 ? "It does not say how many workloads wait"
                : share.pending() == 0 ? "No workload waits"
                        : GroupedNumberFormatter.withNoun(share.pending(), "workload")
                                + (share.pending() == 1 ? " waits" : " wait");
    }
}
