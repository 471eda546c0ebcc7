package tessera.fit;

import java.util.List;

/**
 * How pods of a manifest would fare if they were created now.
 *
 * @param of        the object that brings them, e.g. {@code Deployment/llm}
 * @param fit       of one of them
 * @param wanted    how many there are to be
 * @param everyNode whether there is to be one on each node that takes it
 * @param capacity  how many find a place
 * @param quotas    of their namespace, those that count what they ask
 * @param unknown   what could not be looked at, beside that of the fit
 */
public record Launch(String of, Fit fit, long wanted, boolean everyNode, Capacity capacity, List<QuotaRoom> quotas,
        List<String> unknown) {

    public Launch {
        quotas = List.copyOf(quotas);
        unknown = List.copyOf(unknown);
    }

    /**
     * What a quota leaves.
     *
     * @param resource as the quota names it, e.g. {@code requests.nvidia.com/gpu}
     * @param pods     how many such pods that is enough for
     */
    public record QuotaRoom(String quota, String resource, long hard, long used, long pods) {}

    /** How many of them may be created and find a place. */
    public long room() {
        return quotas.stream().mapToLong(QuotaRoom::pods).reduce(capacity.total(), Math::min);
    }
}
