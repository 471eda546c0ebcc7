package tessera.cluster.watch;

import tessera.text.Reason;

/** A reason why a collection is not followed, or not completely. */
public sealed interface CollectionWatchReason extends Reason {

    /** A defect of the program. */
    record WatchDefect(String collection) implements CollectionWatchReason {}

    /** The response is no list or events. */
    record WatchResponseMalformed(String action) implements CollectionWatchReason {}

    /** A list has no version to go on from. */
    record ListVersionMissing(String collection) implements CollectionWatchReason {}

    /** The server drops a list before its pages are read. */
    record ListExpired(String collection) implements CollectionWatchReason {}

    /** The cluster has no such API. */
    record CollectionNotServed(String collection) implements CollectionWatchReason {}

    /** The response is no JSON. */
    record ReviewResponseNotJson() implements CollectionWatchReason {}

    /** Fewer namespaces are followed than may be read. */
    record FollowedNamespacesLimited(int followed, int permitted) implements CollectionWatchReason {}

    /** Fewer namespaces are checked than there are. */
    record CheckedNamespacesLimited(int checked, long namespaces) implements CollectionWatchReason {}

    /** The namespaces could not be listed. */
    record NamespacesNotListed() implements CollectionWatchReason {}

    /** The permissions in some namespaces are not known. */
    record NamespacePermissionsUnknown(int namespaces) implements CollectionWatchReason {}
}
