package tessera.model;

import tessera.text.Reason;

/** A reason why no container runtime can parse the name of an image. */
public sealed interface ImageNameFault extends Reason {

    /** The name begins with a scheme. */
    record ImageNameWithScheme(String scheme) implements ImageNameFault {}

    /** The name looks like the identifier of an image. */
    record ImageNameIsIdentifier() implements ImageNameFault {}

    /** An image name whose part after {@code @} is not a digest. */
    record ImageDigestInvalid() implements ImageNameFault {}

    /** An image name whose part after {@code :} is not a tag. */
    record ImageTagInvalid() implements ImageNameFault {}

    /** The first part is no address. */
    record ImageRegistryInvalid(String registry) implements ImageNameFault {}

    /** The path is too long. */
    record ImagePathTooLong(int length, int maximum) implements ImageNameFault {}

    /** A part of the path has capital letters. */
    record ImagePathWithCapitals(String part) implements ImageNameFault {}

    /** A part of the path is empty. */
    record ImagePathPartEmpty() implements ImageNameFault {}

    /** A part of the path has characters that are not allowed. */
    record ImagePathPartInvalid(String part) implements ImageNameFault {}
}
