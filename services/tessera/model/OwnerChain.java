package tessera.model;

import java.util.List;
import java.util.Optional;

/**
 * Who made an object, and who made that.
 *
 * @param above the nearest first; what is there by its own leave comes last
 * @param end   why nothing is known beyond the last of them; empty where there is nobody
 */
public record OwnerChain(List<ObjectRef> above, Optional<Problem> end) {

    public OwnerChain {
        above = List.copyOf(above);
    }
}
