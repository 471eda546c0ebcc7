package tessera.cluster.chart;

import java.nio.file.Path;
import java.util.List;
import tessera.text.Reason;

/** A reason why a chart was not fetched. Fields never hold a login. */
public sealed interface HelmChartReason extends Reason {

    /** The file with logins to registries is unreadable. */
    record RegistryLoginsUnreadable(Path file) implements HelmChartReason {}

    /** The file with repositories is unreadable. */
    record RepositoriesUnreadable(Path file) implements HelmChartReason {}

    /** A login would be sent without encryption. */
    record ChartLoginWithoutTls(String host) implements HelmChartReason {}

    /** An address is none of charts. */
    record ChartAddressInvalid() implements HelmChartReason {}

    /** An address contains a user name or password. */
    record ChartAddressWithLogin(String host) implements HelmChartReason {}

    /** An address is none of a chart in a registry. */
    record RegistryAddressInvalid(String address) implements HelmChartReason {}

    /** A server redirects without end. */
    record ChartRedirectLoop(String host) implements HelmChartReason {}

    /** A server redirects to an unencrypted server. */
    record ChartRedirectWithoutTls(String host) implements HelmChartReason {}

    /** A download is larger than what is read. */
    record ChartDownloadTooLarge(HelmChartReason download, int mebibytes) implements HelmChartReason {}

    /** The index of a repository. */
    record RepositoryIndex(String repository) implements HelmChartReason {}

    /** The archive of a chart. */
    record ChartArchive(String chart) implements HelmChartReason {}

    /** The manifest of an image. */
    record ChartManifest(String reference) implements HelmChartReason {}

    /** Another response of a registry. */
    enum RegistryResponse implements HelmChartReason {
        TAGS,
        TOKEN
    }

    /** The server does not have a file. */
    record ChartFileMissing(String host, HelmChartReason file) implements HelmChartReason {}

    /** The server does not give a file to this login. */
    record ChartFileForbidden(String host, HelmChartReason file) implements HelmChartReason {}

    /** The server does not give a file without a login. */
    record ChartLoginRequired(String host, HelmChartReason file) implements HelmChartReason {}

    /** The server failed. */
    record ChartServerFailed(String host, HelmChartReason file) implements HelmChartReason {}

    /** An index names no address of a chart. */
    record ChartUrlMissing(String repository, String chart) implements HelmChartReason {}

    /** A file is no index of charts. */
    record RepositoryIndexInvalid(String repository) implements HelmChartReason {}

    /** An index has no entries. */
    record RepositoryIndexEmpty() implements HelmChartReason {}

    /** A repository has no such chart. */
    record ChartMissing(String chart, String repository) implements HelmChartReason {}

    /** A repository has no such version of a chart. */
    record ChartVersionMissing(String chart, String version, String repository,
            List<String> newest) implements HelmChartReason {}

    /** A registry has no version of a chart; the range is empty where any would do. */
    record RegistryVersionMissing(String reference, String range, List<String> newest) implements HelmChartReason {}

    /** A digest is none. */
    record ChartDigestInvalid(String digest) implements HelmChartReason {}

    /** An archive has another digest than announced. */
    record ChartDigestMismatch(String chart, String digest, String expected) implements HelmChartReason {}

    /** A download is no archive. */
    record ChartArchiveInvalid(String chart) implements HelmChartReason {}

    /** The folder of charts cannot be written. */
    record ChartFolderUnwritable(Path folder) implements HelmChartReason {}

    /** A chart cannot be read. */
    record ChartUnreadable(Path chart) implements HelmChartReason {}

    /** A chart has an entry that is not allowed. */
    record ChartUnsafe(Path chart, HelmChartReason fault) implements HelmChartReason {}

    /** A chart is no folder or file. */
    record ChartNotFile() implements HelmChartReason {}

    /** A chart has too many files. */
    record ChartFilesTooMany(int maximum) implements HelmChartReason {}

    /** An entry leads out of its chart. */
    record ChartLinkLeadsOut(String name) implements HelmChartReason {}

    /** An entry of an archive is a link. */
    record ChartEntryIsLink(String name, String target) implements HelmChartReason {}

    /** An entry is no regular file. */
    record ChartEntryNotFile(String name) implements HelmChartReason {}

    /** A chart is too large when unpacked. */
    record ChartTooLarge(long mebibytes) implements HelmChartReason {}

    /** A registry sent another manifest than requested. */
    record ManifestDigestMismatch(String registry, String reference) implements HelmChartReason {}

    /** An artifact is no chart; the type is empty where it has none. */
    record ArtifactNotChart(String reference, String mediaType, boolean image) implements HelmChartReason {}

    /** A response of a registry is malformed. */
    record RegistryResponseMalformed(String reference, RegistryFault fault) implements HelmChartReason {}

    /** A fault of a registry's response. */
    enum RegistryFault implements HelmChartReason {
        NOT_JSON,
        NO_DIGEST,
        NO_ARCHIVE,
        NO_TOKEN
    }

    /** A registry requires a login. */
    record RegistryLoginRequired(String registry, String reference) implements HelmChartReason {}

    /** A registry does not let this login read. */
    record RegistryForbidden(String registry, String reference) implements HelmChartReason {}

    /** A registry has no such artifact. */
    record RegistryArtifactMissing(String registry, String reference) implements HelmChartReason {}

    /** A registry failed. */
    record RegistryFailed(String registry, int status) implements HelmChartReason {}

    /** A registry has too many requests. */
    record RegistryBusy(String registry, int status) implements HelmChartReason {}

    /** A registry sends its users to an unencrypted server. */
    record RegistryTokenWithoutTls(String registry) implements HelmChartReason {}
}
