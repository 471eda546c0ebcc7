package tessera.plan.operator;

import java.util.List;

/**
 * What is advised to be set in the operator's chart for a cluster, as a platform and as its nodes want it.
 *
 * @param name  of the platform; empty where none is told
 * @param title of the platform; empty where none is told
 * @param helm  whether the operator is installed by Helm there
 * @param note  what else is needed there; may be empty
 */
public record PlatformAdvice(String name, String title, boolean helm, String note, List<ValueAdvice> values) {

    /** What the command line calls the platform that the nodes show. */
    public static final String DETECTED = "detected";

    public PlatformAdvice {
        values = List.copyOf(values);
    }
}
