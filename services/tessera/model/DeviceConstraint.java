package tessera.model;

import java.util.List;

/**
 * A constraint on attributes that the devices of a claim have to share, or may not share.
 *
 * @param requests that it is about; empty for all
 * @param matchAttribute    full name of the attribute that is equal on all of them; empty where it says no such thing
 * @param distinctAttribute full name of the attribute that differs on all of them; empty where it says no such thing
 */
public record DeviceConstraint(List<String> requests, String matchAttribute, String distinctAttribute) {

    public DeviceConstraint {
        requests = List.copyOf(requests);
    }
}
