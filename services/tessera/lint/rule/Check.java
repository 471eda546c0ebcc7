package tessera.lint.rule;

import tessera.lint.subject.Container;
import tessera.lint.subject.KubeObject;
import tessera.lint.subject.PodTemplate;

/** Some rules that look at the same things. */
public interface Check {

    /** Looks at the whole. */
    default void manifest(Look look) {
        // most rules are about one object
    }

    /** Looks at an object. */
    default void object(KubeObject object, Look look) {
        // most rules are about pods
    }

    /** Looks at what pods are made of. */
    default void template(PodTemplate template, Look look) {
        // some rules are about containers only
    }

    /** Looks at a container of any role. */
    default void container(Container container, PodTemplate template, Look look) {
        // some rules are about whole pods
    }
}
