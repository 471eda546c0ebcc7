package tessera.ui.kit;

import java.util.ArrayList;
import java.util.List;
import tessera.insight.Demand;
import tessera.model.WordList;

/** What pods want, as the window says it: {@code want 4 GPUs and 3 MIG instances}. */
public final class Wants {

    private Wants() {}

    /**
     * Some demand in words.
     *
     * @param complete whether all who want anything are known
     */
    public static String words(Demand demand, boolean complete) {
        var parts = new ArrayList<String>();
        part(parts, demand.devices(), "GPU");
        part(parts, demand.instances(), "MIG instance");
        part(parts, demand.partitions(), "partition");
        part(parts, demand.shares(), "share");
        return "want " + (complete ? "" : "at least ")
                + (parts.isEmpty() ? "devices by claims" : WordList.joined(parts, " and "));
    }

    private static void part(List<String> parts, long number, String noun) {
        if (number > 0) {
            parts.add(Numbers.of(number, noun));
        }
    }
}
