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

    /** Adds the amounts of those resources that have none here and that a condition holds of. */
    void addMissing(A other, Predicate<String> resources);

    /** Keeps the larger amount of each resource that is here. */
    void raise(A other);

    /** Sets all amounts to zero, and keeps the resources. */
    void zero();

    /** Replaces the amounts of those resources that the other has and a condition holds of. */
    void replace(A other, Predicate<String> resources);
}
