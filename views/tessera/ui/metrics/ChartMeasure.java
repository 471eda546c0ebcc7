package tessera.ui.metrics;

/** What a chart shows, in the unit it is shown in. */
interface ChartMeasure {

    String title();

    /** Empty where it is not known. */
    String unit();

    /** A number as it was measured in the unit of the chart. */
    double shown(double number);

    /** A number in the unit of the chart, or a dash for what is not a number. */
    String words(double shown);
}
