package tessera.kube.requests;

import java.util.function.Predicate;

/**
 * Amounts of resources by name, which change while they are added up and compared.
 *
 * @param <A> the implementation
 */
public interface MutableResourceAmounts<A extends MutableResourceAmounts<A>> {

    void clear();

    void add(A other);

    /** Keeps the larger amount of each resource. */
    void takeMaximum(A other);

    /** Adds the amounts of those resources that have none here. */
    void addMissing(A other);

    /** Replaces the amounts of those resources that the other has and a condition holds of. */
    void replace(A other, Predicate<String> resources);
}
