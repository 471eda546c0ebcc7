package tessera.metrics.prometheus.answer;

import java.io.IOException;
import java.util.List;

/** Reads the values of series at one time, or a lone number. */
final class InstantVectorReader implements PrometheusResponseReader.PrometheusDataReader<InstantVector> {

    private final PrometheusSeriesLabelReader labels = new PrometheusSeriesLabelReader();
    private final InstantVector.InstantVectorBuilder draft = new InstantVector.InstantVectorBuilder();
    private int histograms;
    private long moment;
    private PrometheusSeriesLabelReader.MetricNameAndLabels series = PrometheusSeriesLabelReader.MetricNameAndLabels.NOTHING;
    private double value;
    private boolean valued;
    private boolean histogramSeen;

    @Override
    public InstantVector readData(JsonStreamReader reader, List<String> infos) throws IOException {
        reader.readObject(name -> {
            switch (name) {
                case "resultType" -> reader.readText();
                case "result" -> reader.readArray(() -> readElement(reader));
                default -> reader.skipValue();
            }
        });
        RangeVectorReader.noteLeftOut(histograms, infos);
        return draft.build();
    }

    private void readElement(JsonStreamReader reader) throws IOException {
        if (reader.isAtObject()) {
            readSeries(reader);
        } else if (reader.isAtNumber()) {
            moment = reader.readEpochMillis();
        } else {
            draft.add(PrometheusSeriesLabelReader.MetricNameAndLabels.NOTHING, moment, reader.readSampleValue());
        }
    }

    private void readSeries(JsonStreamReader reader) throws IOException {
        series = PrometheusSeriesLabelReader.MetricNameAndLabels.NOTHING;
        histogramSeen = false;
        valued = false;
        reader.readObject(name -> {
            switch (name) {
                case "metric" -> series = labels.read(reader);
                case "value" -> reader.readPair((at, number) -> {
                    moment = at;
                    value = number;
                    valued = true;
                });
                case "histogram" -> {
                    histograms++;
                    histogramSeen = true;
                    reader.skipValue();
                }
                default -> reader.skipValue();
            }
        });
        if (valued) {
            draft.add(series, moment, value);
        } else if (!histogramSeen) {
            throw reader.missingField("value");
        }
    }
}
