package tessera.demo.telemetry;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tessera.demo.SimulatedCluster;

import static org.assertj.core.api.Assertions.assertThat;

/** A client of a cluster's exporters, with nothing but a kubeconfig. */
record Scrape(String kubeconfig) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Pattern SERIES = Pattern.compile("(\\w+)\\{(.*)} (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\",?");

    /** One line of an exposition. */
    record Series(String name, Map<String, String> labels, double value) {

        String label(String name) {
            return labels.getOrDefault(name, "");
        }
    }

    static Scrape as(SimulatedCluster cluster, String user) {
        return new Scrape(cluster.kubeconfig(user));
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(told("server: (\\S+)") + path))
                .header("Authorization", "Bearer " + told("token: (\\S+)")).timeout(Duration.ofSeconds(60));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String told(String pattern) {
        var matcher = Pattern.compile(pattern).matcher(kubeconfig);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    /** What an exporter's pod says of itself. */
    HttpResponse<String> ask(String pod, String path, String... headers) throws IOException, InterruptedException {
        return get("/api/v1/namespaces/gpu-operator/pods/" + pod + "/proxy" + path, headers);
    }

    List<Series> metrics(String pod) throws IOException, InterruptedException {
        var response = ask(pod + ":9400", "/metrics");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return series(response.body());
    }

    static List<Series> series(String text) {
        var all = new ArrayList<Series>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            var series = SERIES.matcher(line);
            assertThat(series.matches()).as(line).isTrue();
            var labels = new LinkedHashMap<String, String>();
            var label = LABEL.matcher(series.group(2));
            while (label.find()) {
                labels.put(label.group(1), label.group(2));
            }
            all.add(new Series(series.group(1), labels, Double.parseDouble(series.group(3))));
        });
        return all;
    }

    static List<Series> of(List<Series> all, String name) {
        return all.stream().filter(series -> series.name().equals(name)).toList();
    }
}
