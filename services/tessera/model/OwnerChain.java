package tessera.model;

import java.util.List;
import java.util.Optional;

/**
 * The owners of an object, from its controller upwards.
 *
 * @param owners the nearest first; what is there by its own leave comes last
 * @param end   why nothing is known beyond the last of them; empty where there is nobody
 */
public record OwnerChain(List<ObjectRef> owners, Optional<Problem> end) {

    public OwnerChain {
        owners = List.copyOf(owners);
    }
}
