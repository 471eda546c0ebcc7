package tessera.model;

import java.util.List;

/**
 * What devices of a claim have to have in common, or may not have in common.
 *
 * @param requests that it is about; empty for all
 * @param match    full name of the attribute that is equal on all of them; empty where it says no such thing
 * @param distinct full name of the attribute that differs on all of them; empty where it says no such thing
 */
public record DeviceConstraint(List<String> requests, String match, String distinct) {

    public DeviceConstraint {
        requests = List.copyOf(requests);
    }
}
