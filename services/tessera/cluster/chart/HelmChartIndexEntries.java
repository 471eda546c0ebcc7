package tessera.cluster.chart;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * A repository index's entries for one chart.
 *
 * @param chart   its name
 * @param entries one a version, in the order of the index
 */
record HelmChartIndexEntries(String chart, List<HelmChartVersionEntry> entries) {

    /** Indexes of large repositories have some ten million characters. */
    private static final int LARGEST = 96 << 20;

    private static final int MOST_VERSIONS = 5_000;
    private static final YAMLMapper YAML = new YAMLMapper(YAMLFactory.builder().loaderOptions(loaderOptions()).build());

    HelmChartIndexEntries {
        entries = List.copyOf(entries);
    }

    /**
     * A chart version in a repository index.
     *
     * @param url    where its archive is, as the index has it
     * @param digest of it; empty where the index does not say
     */
    record HelmChartVersionEntry(HelmChartVersion version, String url, String digest) {}

    private static LoaderOptions loaderOptions() {
        var options = new LoaderOptions();
        options.setCodePointLimit(LARGEST);
        return options;
    }

    /** Reads an index as a stream, and keeps only the entries of the chart. */
    static HelmChartIndexEntries read(InputStream text, String chart, String repository)
            throws ProblemException, IOException {
        var entries = new ArrayList<HelmChartVersionEntry>();
        try (var parser = YAML.getFactory().createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw invalidIndex(repository, "");
            }
            boolean found = false;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean here = parser.currentName().equals("entries");
                found |= here;
                parser.nextToken();
                if (here) {
                    readCharts(parser, chart, entries);
                } else {
                    parser.skipChildren();
                }
            }
            if (!found) {
                throw invalidIndex(repository, new HelmChartReason.RepositoryIndexEmpty().text());
            }
        } catch (JsonProcessingException e) {
            throw invalidIndex(repository, String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse(""));
        }
        return new HelmChartIndexEntries(chart, entries);
    }

    private static ProblemException invalidIndex(String repository, String detail) {
        return new ProblemException(
                Problem.of(OperationProblemKind.GARBLED, new HelmChartReason.RepositoryIndexInvalid(repository))
                        .withDetail(detail));
    }

    private static void readCharts(JsonParser parser, String chart, List<HelmChartVersionEntry> entries)
            throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean meant = parser.currentName().equals(chart);
            if (parser.nextToken() != JsonToken.START_ARRAY || !meant) {
                parser.skipChildren();
                continue;
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                JsonNode entry = YAML.readTree(parser);
                if (entries.size() < MOST_VERSIONS) {
                    parseEntry(entry).ifPresent(entries::add);
                }
            }
        }
    }

    private static Optional<HelmChartVersionEntry> parseEntry(JsonNode entry) {
        var url = entry.path("urls").path(0).asText("");
        if (url.isEmpty() || entry.path("removed").asBoolean()) {
            return Optional.empty();
        }
        return HelmChartVersion.parse(entry.path("version").asText(""))
                .map(version -> new HelmChartVersionEntry(version, url, entry.path("digest").asText("")));
    }

    /** Returns the entry of a version, or of the newest where none is given. */
    HelmChartVersionEntry entryFor(String version, String repository) throws ProblemException {
        if (entries.isEmpty()) {
            throw new ProblemException(OperationProblemKind.NOT_FOUND,
                    new HelmChartReason.ChartMissing(chart, repository));
        }
        var versions = entries.stream().map(HelmChartVersionEntry::version).toList();
        var wanted = version.isEmpty() ? HelmChartVersion.newestOf(versions)
                : versions.stream().filter(each -> each.text().equals(version)).findFirst()
                        .or(() -> findTypedVersion(versions, version)).or(() -> newestInRange(version, versions));
        return wanted.flatMap(this::findEntry).orElseThrow(() -> new ProblemException(OperationProblemKind.NOT_FOUND,
                new HelmChartReason.ChartVersionMissing(chart, version, repository, newestFirst(versions))));
    }

    private static Optional<HelmChartVersion> findTypedVersion(List<HelmChartVersion> versions, String version) {
        return versions.stream().filter(each -> each.matchesTyped(version)).findFirst();
    }

    private static Optional<HelmChartVersion> newestInRange(String version, List<HelmChartVersion> versions) {
        return HelmChartVersionRange.parse(version).flatMap(range -> range.newest(versions));
    }

    private Optional<HelmChartVersionEntry> findEntry(HelmChartVersion chartVersion) {
        return entries.stream().filter(entry -> entry.version().equals(chartVersion)).findFirst();
    }

    /** Returns the texts of versions, the newest first. */
    static List<String> newestFirst(List<HelmChartVersion> versions) {
        return versions.stream().sorted(Comparator.reverseOrder()).map(HelmChartVersion::text).toList();
    }
}
