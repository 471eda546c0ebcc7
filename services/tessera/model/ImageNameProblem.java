package tessera.model;

import tessera.text.Reason;

/** A reason why no container runtime can parse the name of an image. */
public sealed interface ImageNameProblem extends Reason {

    /** The name begins with a scheme. */
    record ImageNameWithScheme(String scheme) implements ImageNameProblem {}

    /** The name looks like the identifier of an image. */
    record ImageNameIsIdentifier() implements ImageNameProblem {}

    /** An image name whose part after {@code @} is not a digest. */
    record ImageDigestInvalid() implements ImageNameProblem {}

    /** An image name whose part after {@code :} is not a tag. */
    record ImageTagInvalid() implements ImageNameProblem {}

    /** The first part is no address. */
    record ImageRegistryInvalid(String registry) implements ImageNameProblem {}

    /** The path is too long. */
    record ImagePathTooLong(int length, int maximum) implements ImageNameProblem {}

    /** A part of the path has capital letters. */
    record ImagePathWithCapitals(String part) implements ImageNameProblem {}

    /** A part of the path is empty. */
    record ImagePathPartEmpty() implements ImageNameProblem {}

    /** A part of the path has characters that are not allowed. */
    record ImagePathPartInvalid(String part) implements ImageNameProblem {}
}
